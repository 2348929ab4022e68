"""Bodies, firms, laws and standards that everybody in some trade or country knows: facts that need no corpus.
Pure data.

Names that are common words too, or that stand for other things as often, are left out.
"""

from __future__ import annotations

_WORDS = {
    "organization": """
        HMRC ICO MHRA DEFRA Defra DVLA DWP Ofcom Ofgem Ofwat Ofsted UKHSA NCSC CQC UKRI NERC EPSRC BBSRC
        ESRC RNLI NHS NICE JISC Jisc UCAS HSE FCA CMA Cefas JNCC ONS CDC NIH EPA OSHA FCC FTC IRS FEMA FAA
        NTSB NSF DARPA USDA NWS GAO NREL NOAA USGS NHTSA FERC NERC VNF DREAL CCNR ANSSI AMF ACPR ANSM
        INRAE CNRS INRIA Inria Ifremer BRGM SNCF RATP EDF Engie Enedis INSEE URSSAF ADEME DGCCRF CNAM INPI
        DDTM INERIS SHOM Cerema ARCEP BfDI BaFin BKA BfV Bundesnetzagentur BNetzA DWD DLR TÜV DEKRA UBA
        RKI PTB DFG DAAD KfW BAFA BfArM BAuA DGUV Bundesbank Bundesrat CERT-Bund CERT-EU AOK ADAC IHK DIHK
        VDE VDI Fraunhofer Helmholtz LANUV LfDI EBA BSH GDWS WSV FINMA SBB ÖBB MeteoSchweiz MeteoSwiss
        swisstopo BAFU EDÖB Empa WSL ZAMG GeoSphere INCIBE CCN-CERT CNMC CNMV AEMET CSIC IGME RENFE Renfe
        ADIF Adif AENA Aena AEMPS AESA CIEMAT SENASA CONICET INTA ANMAT INDEC IMSS UNAM CONAGUA SERNAPESCA
        ANATEL INVIMA DIAN SENAMHI RIVM KNMI Rijkswaterstaat TNO IMY SMHI FMI Valvira Traficom Bafin NVWA
        IMO ICAO ITU ILO IAEA IPCC WMO UNEP UNDP UNHCR FAO BIPM OPCW OSCE ECMWF EUMETSAT ESO EMBL UNECE
        ENTSO-E CEN CENELEC ANSI DIN AFNOR AENOR ASTM BSI EMA EFSA ECHA EASA ECDC EIB ECB EUIPO EMSA
        ENTSOG EFTA ASEAN OAS OAU IUCN ICRC IFRC MSF WWF ICES IALA CIRM IOC CLIVAR OSPAR HELCOM Google
        Cisco Juniper Fortinet HPE Epson Xerox Honeywell ABB Yokogawa Thales Leica Zeiss Olympus Nikon
        Agilent Sartorius Merck Sigma-Aldrich Eppendorf Illumina Bruker Shimadzu Vaisala Garmin Trimble
        Topcon DJI Hetzner OVH OVHcloud Scaleway DigitalOcean Linode IONOS Rackspace Equinix UBS
        Mastercard PwC KPMG Deloitte Accenture Capgemini Lufthansa Renault Peugeot Michelin TotalEnergies
        Repsol Iberdrola Endesa Telefónica Santander BBVA Mapfre Inditex Carrefour Danone Airtel Telstra
        Swisscom Proximus KPN Telenor Telia Vattenfall Enel RWE E.ON EnBW Veolia Suez Thyssenkrupp Krupp
        Miele Liebherr Kärcher Hilti Festo Endress+Hauser WAGO Beckhoff Rittal Weidmüller SINTEF Teledyne
        Kongsberg Nortek Sea-Bird Valeport RBR Metrohm Mettler-Toledo Qiagen BioMérieux Medtronic Verisign
        DigiCert Sectigo GlobalSign GoDaddy Gandi Namecheap Quad9 RIPE ARIN APNIC AFRINIC LACNIC Nominet
        DENIC AFNIC ISRG
    """,
    "work": """
        NIS2 MDR IVDR DORA SOX GLBA TKG StGB BGB HGB UWG BetrVG ArbSchG ArbZG GoBD BSIG BImSchG
        KRITIS-Verordnung LOPD LSSI LOPDGDD ADN RID CEVNI COLREGs COLREG SOLAS MARPOL STCW CITES UNCLOS
        REACH DCO Sozialgesetzbuch Grundgesetz Strafgesetzbuch Handelsgesetzbuch Betriebsverfassungsgesetz
        Arbeitszeitgesetz EnWG LkSG GPL AGPL LGPL GPLv2 GPLv3 AGPLv3 LGPLv3 MPL-2.0 Apache-2.0
        BSD-3-Clause BSD-2-Clause EUPL
    """,
    "standard": """
        EDI AIS WCAG SIP2 NCIP Z39.50 ADS-B GSM UMTS ODF OOXML WAI-ARIA ICD-11 GxP RINEX SBAS EPUB3 XAdES
        PAdES TCP/IP ISA-95 IATI EXIF XMP IPTC DwC MIxS ISA-Tab BIDS NIfTI SBML mzML SMILES InChI SEG-Y
        NMEA2000 SCORM xAPI QTI LTI IMAP4 DVB DAB IPMI Redfish AHCI UEFI ACPI EANCOM ebXML RosettaNet
        ARINC AFTN GRIB GRIB2 BUFR METAR TAF SYNOP S-57 S-100
    """,
    "product": """
        restic rustfmt clippy gofmt prettier eslint ffmpeg pg_trgm pgcrypto pg_stat_statements psql pg_dump
        pg_restore rsync scp jq tmux kubectl rustc npm npx pnpm pipx pytest mypy flake8 numpy pandas scipy
        systemd systemctl journalctl cron nginx haproxy openssl sqlite3 zsh nftables iptables tcpdump
        strace rclone borg logrotate pre-commit isort golangci-lint pgloader pgbench mysqldump redis-cli
        Airtable Ghidra PyInstaller Paraloid Lightroom LibreOffice OpenOffice OnlyOffice
        Collabora Etherpad Mastodon Synapse Threema GoToMeeting
        Qualtrics KoboToolbox ODK REDCap OpenRefine NVivo MaxQDA Praat ELAN Agisoft Metashape CloudCompare
        MeshLab OxCal IntCal OsmAnd Avenza Koha DSpace Omeka ArchivesSpace AtoM
        Islandora
    """,
}
_PHRASES = {
    "organization": (
        "Innovate UK", "Historic England", "Natural England", "National Trust", "Environment Agency",
        "Met Office",
        "Companies House", "HM Treasury", "Ordnance Survey", "Trinity House", "Health and Safety Executive",
        "Information Commissioner's Office", "Bank of England", "National Archives", "British Library",
        "Library of Congress", "Smithsonian Institution", "Wikimedia Foundation", "Mozilla Foundation",
        "Eclipse Foundation", "Internet Archive", "Deutsche Bahn", "Deutsche Post", "Deutsche Telekom",
        "Deutscher Wetterdienst", "Agencia Tributaria", "Guardia Civil", "Protección Civil", "Météo-France",
        "Voies navigables de France", "Schneider Electric", "Rockwell Automation", "Thermo Fisher",
        "Bureau Veritas",
        "Lloyd's Register", "TÜV Süd", "TÜV SÜD", "TÜV Rheinland", "TÜV Nord", "Palo Alto Networks",
        "Let's Encrypt",
        "Cloud Native Computing Foundation", "OpenJS Foundation", "OpenSSF", "World Wide Web Consortium",
        "Internet Engineering Task Force", "European Medicines Agency", "European Space Agency",
        "European Central Bank", "Court of Justice", "Council of Europe",
        "International Maritime Organization",
    ),
    "work": (
        "NIS 2", "AI Act", "EU AI Act", "Data Act", "Data Governance Act", "Digital Markets Act", "IMDG Code",
        "ISM Code", "ISPS Code", "Equality Act 2010", "Equality Act", "Freedom of Information Act",
        "Computer Misuse Act", "Contributor Covenant", "Developer Certificate of Origin", "Berne Convention",
        "Budapest Convention", "Ramsar Convention", "Highway Code", "Medical Device Regulation",
        "Sarbanes-Oxley Act", "Health and Safety at Work Act", "Code du travail",
        "Esquema Nacional de Seguridad",
        "Munsell Soil Color Book", "Universal Declaration of Human Rights",
    ),
    "standard": (
        "Semantic Versioning", "Conventional Commits", "Keep a Changelog", "SNOMED CT", "NMEA 0183",
        "NMEA 2000",
        "PDF/A", "Section 508", "Common Criteria", "Good Manufacturing Practice", "Good Laboratory Practice",
        "Unicode Standard", "Open Container Initiative", "Web Content Accessibility Guidelines",
    ),
    "product": (
        "SAP HCM", "SAP ERP", "SAP R/3", "SAP S/4HANA", "SAP Ariba", "SAP Concur", "Lotus Notes",
        "Microsoft Access",
        "Microsoft Dynamics", "Microsoft Intune", "Microsoft Entra", "Azure AD", "Google Meet",
        "Google Forms",
        "Google Calendar", "Adobe Illustrator", "Adobe Photoshop", "Paint Shop Pro", "IBM Db2", "IBM MQ",
        "Oracle E-Business Suite", "Cisco AnyConnect", "Sage 50", "Sage 200",
    ),
}  # fmt: skip

BODIES = {word: kind for kind, words in _WORDS.items() for word in words.split()}
BODIES |= {phrase: kind for kind, phrases in _PHRASES.items() for phrase in phrases}
"""Names and what they are of."""
