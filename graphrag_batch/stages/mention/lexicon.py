"""Names that everybody in the trade knows, and what they name: a start that needs no corpus. Pure data.

Words that are common English at the beginning of a sentence (Go, Make, Spring) are left out.
"""

from __future__ import annotations

from graphrag_batch.stages.mention.bodies import BODIES
from graphrag_batch.stages.mention.groups import GROUPS
from graphrag_batch.stages.mention.places import PLACES
from graphrag_batch.stages.mention.towns import TOWNS

_WORDS = {
    "product": """
        PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Valkey Memcached Cassandra CockroachDB
        Elasticsearch OpenSearch Solr Kafka RabbitMQ NATS ActiveMQ ZooKeeper etcd Consul Nomad Terraform
        OpenTofu Ansible Puppet SaltStack Vagrant Packer Docker Podman containerd Kubernetes Helm Istio
        Envoy Traefik HAProxy Nginx NGINX nginx Apache Tomcat Jetty Caddy Grafana Prometheus Loki Thanos
        Alertmanager Jaeger Zipkin OpenTelemetry Datadog Splunk Kibana Logstash Fluentd Sentry PagerDuty
        Jenkins CircleCI Travis TeamCity GitHub GitLab Bitbucket Gitea Jira Confluence Slack Mattermost
        Zulip Keycloak OpenLDAP FreeIPA Okta WireGuard OpenVPN OpenSSH OpenSSL LibreSSL GnuPG YubiKey
        Linux Debian Ubuntu Fedora CentOS RHEL AlmaLinux Alpine FreeBSD OpenBSD NetBSD Windows macOS iOS
        Android Unix systemd Bash PowerShell Python CPython PyPy Java JavaScript TypeScript Kotlin Scala
        Haskell Erlang Elixir Clojure Ruby PHP Perl Node.js Deno Django FastAPI Celery NumPy Pandas
        SciPy PyTorch TensorFlow Keras Jupyter Matplotlib SQLAlchemy Pydantic Rails Laravel Symfony
        Hibernate Quarkus React Angular Vue.js Svelte Webpack Vite Electron Gradle Maven npm pnpm Yarn
        pip Poetry Hadoop Hive Flink Airflow Snowflake BigQuery Redshift DynamoDB MinIO Ceph Hugo Sphinx
        MkDocs Docusaurus LaTeX Git Mercurial Subversion Firefox Chrome Chromium Safari Selenium Cypress
        Playwright Postman Swagger Arduino LoRa Zigbee Bluetooth Wikipedia YouTube Netflix Excel
        PowerPoint Photoshop TimescaleDB InfluxDB VictoriaMetrics ClickHouse DuckDB Neo4j CouchDB
        Couchbase ScyllaDB RocksDB LevelDB Vitess YugabyteDB Firebird DB2 Patroni PgBouncer pgBackRest
        pgAdmin Barman Flyway Liquibase Debezium Hasura PostgREST PostGIS pgvector Milvus Qdrant
        Weaviate Pulsar Redpanda Mosquitto EMQX HiveMQ Sidekiq Resque Camunda Prefect Dagster dbt Trino
        Presto Metabase Tableau Looker Databricks Spark Kubeflow MLflow Argo ArgoCD Tekton Spinnaker
        Buildkite Artifactory Buildah Kaniko Skopeo Rancher OpenShift k3s MicroK8s Minikube Cilium
        Calico Flannel Linkerd Kustomize Helmfile Crossplane Pulumi Bicep CloudFormation CFEngine
        Rundeck AWX Proxmox vSphere ESXi Hyper-V KVM QEMU Xen VirtualBox libvirt OpenStack CloudStack
        OpenNebula Vercel Netlify Heroku Cloudflare Fastly Akamai EC2 S3 RDS ECS EKS GKE AKS Route53
        SageMaker CloudFront CloudWatch Azure AWS GCP Firebase Supabase Auth0 Authentik Authelia
        Kerberos FreeRADIUS Bitwarden KeePass KeePassXC 1Password LastPass OpenBao Nessus OpenVAS Qualys
        Metasploit Wireshark Nmap Snort Suricata Zeek Wazuh OSSEC Fail2ban ClamAV CrowdStrike Trivy Snyk
        SonarQube Dependabot Renovate DefectDojo TheHive Graylog rsyslog Fluentbit Filebeat Metricbeat
        Nagios Zabbix Icinga Sensu Checkmk Munin Cacti Netdata Opsgenie VictorOps Statuspage Pingdom
        Dynatrace AppDynamics Honeycomb Lightstep Mimir Veeam Bacula Bareos BorgBackup Restic Duplicati
        rclone Nextcloud ownCloud Seafile Dropbox SharePoint OneDrive Outlook Visio Trello Asana
        Obsidian Miro Figma Webex Skype Discord Telegram WhatsApp Twilio SendGrid Mailchimp Mailgun
        Postfix Exim Dovecot Sendmail Thunderbird Roundcube Zimbra Asterisk Salesforce HubSpot Zendesk
        ServiceNow Freshdesk Redmine OTRS Bugzilla Phabricator Gerrit Stripe PayPal Shopify Magento
        WooCommerce WordPress Drupal Joomla TYPO3 Jekyll Gatsby Next.js Nuxt Eleventy Fastify NestJS Koa
        Bun TypeORM Prisma Sequelize Mongoose jQuery Bootstrap Tailwind Redux Rollup Babel ESLint
        Prettier Jest Mocha Vitest Puppeteer Lerna Nx Turborepo Flask Starlette Uvicorn Gunicorn Scrapy
        Pytest Ruff Mypy Pylint Conda Anaconda Miniconda Plotly Bokeh Seaborn Streamlit scikit-learn
        XGBoost LightGBM spaCy NLTK Gensim OpenCV JAX ONNX CUDA Micronaut Vert.x Netty Wildfly JBoss
        GlassFish WebLogic WebSphere Lucene Sqitch Actix Tokio Ecto RSpec Sinatra PHPUnit Qt GTK Flutter
        Xamarin Blender GIMP Inkscape Krita AutoCAD SolidWorks FreeCAD KiCad MATLAB Simulink Mathematica
        SPSS Stata RStudio Zenodo Figshare Zotero Mendeley EndNote Overleaf QGIS ArcGIS GRASS GDAL
        GeoServer MapServer Leaflet OpenLayers Mapbox OpenStreetMap ImageJ CellProfiler LabVIEW EPICS
        Geant4 GROMACS LAMMPS OpenFOAM ANSYS COMSOL Slurm HTCondor PBS Lustre GPFS BeeGFS GlusterFS ZFS
        Btrfs XFS LVM NetApp Synology TrueNAS FreeNAS pfSense OPNsense OpenWrt MikroTik Junos IOS-XR
        NX-OS FortiGate NetBox LibreNMS Raspbian Zephyr FreeRTOS ESP32 STM32 ESPHome Node-RED
        OpenHAB Kodi Plex Jellyfin PlayStation Xbox iPhone iPad ChromeOS Solaris AIX HP-UX Gentoo
        Slackware NixOS openSUSE SUSE Manjaro Kali CoreOS Emacs Vim Neovim IntelliJ PyCharm WebStorm
        NetBeans Xcode Notepad++ tmux Homebrew Chocolatey Flatpak AppImage Nix Bazel CMake Meson SCons
        vcpkg Cargo Rustup Dart Fortran COBOL Lua Groovy OCaml Zig Prolog Solidity
        LaunchDarkly Flagsmith ConfigCat Zammad Greenbone Guacamole AnyDesk TeamViewer RustDesk WSUS SCCM
        Intune
        Forgejo Codeberg NetBox phpIPAM PowerDNS dnsmasq Nextflow Snakemake JupyterHub Grype Syft
        Semgrep Gitleaks Velero Longhorn Kyverno Falco Keda KEDA Karpenter FluxCD Supervisord Monit
        Rocket.Chat Jitsi BigBlueButton Moodle Matomo Odoo ERPNext Dolibarr Nagstamon LibreNMS
        Uptime-Kuma GlitchTip Rollbar Bugsnag PostHog Amplitude Mixpanel Fivetran Airbyte Meltano Redash
        Telegraf Pyroscope Parca Meilisearch Typesense KeyDB Nacos APISIX Tyk Varnish pfSense OPNsense
        MikroTik OpenWrt FRRouting StrongSwan Tailscale ZeroTier Headscale UrBackup Vaultwarden Passbolt
        Teampass Psono Snipe-IT GLPI iTop XCP-ng Flatcar SOPS cert-manager ExternalDNS MetalLB VyOS
        WinCC OpenHAB ioBroker Tasmota ESPHome ThingsBoard ChirpStack ThingSpeak LabVIEW Benchling
        eLabFTW OMERO ImageJ CellProfiler ParaView OpenFOAM COMSOL Abaqus GROMACS LAMMPS MODFLOW PHREEQC
        SurveyMonkey LimeSurvey Inmarsat Starlink VSAT Sinch MessageBird Adyen Klarna Mollie Braintree
        Xero QuickBooks DATEV BambooHR DocuSign Airtable Basecamp ClickUp Todoist oxlint Biome tsx
        esbuild SWC Rspack Turbopack Storybook Chromatic JMeter k6
    """,
    "standard": """
        JSON JSONL YAML XML TOML CSV TSV HTML XHTML CSS SVG PDF PNG JPEG GIF RTF HTTP HTTPS TLS SSL SSH
        SFTP FTP SMTP IMAP POP3 DNS DNSSEC DHCP NTP TCP UDP IPv4 IPv6 ICMP BGP OSPF SNMP LDAP LDAPS SAML
        OAuth OIDC JWT JWS JWE JWKS SCIM FIDO FIDO2 WebAuthn TOTP HMAC AES RSA ECDSA Ed25519 SHA-1
        SHA-256 SHA-384 SHA-512 MD5 AES-128 AES-256 HMAC-SHA-256
        HMAC-SHA256 SHA256 SHA512 SHA1 SHA-224 AES-GCM RS256 HS256 ES256 ChaCha20 bcrypt Argon2 X.509 PEM MIME
        ASCII Unicode UTF-8 UTF-16 ISO-8859-1 MQTT AMQP STOMP CoAP gRPC Protobuf GraphQL OpenAPI
        AsyncAPI WebSocket WebSockets WebRTC RSS Atom NetCDF HDF5 GeoJSON Parquet Avro ORC LoRaWAN NMEA
        Modbus CAN OPC-UA ZPL SQL POSIX SPDX CycloneDX SemVer iCalendar vCard RADIUS IPsec IKEv2 SPF
        DKIM DMARC CORS OWASP SOAP WSDL XSD XSLT XPath RDF OWL SPARQL SHACL SKOS JSON-LD MessagePack
        CBOR BSON Thrift gRPC-Web WebDAV CalDAV CardDAV IPP NFS SMB CIFS iSCSI NVMe SATA PCIe USB HDMI
        RS-232 RS-485 SPI I2C CANopen PROFIBUS PROFINET EtherCAT DNP3 BACnet KNX DALI LTE 5G NFC RFID
        WPA2 WPA3 EAP-TLS PEAP TACACS+ VRRP LACP VLAN VXLAN MPLS IS-IS RIP EIGRP IGMP ARP SSDP mDNS QUIC
        HTTP/2 HTTP/3 HSTS SRI OCSP CRL CVSS CPE OVAL SCAP STIX TAXII SBOM SLSA SARIF OpenPGP S/MIME PGP
        PKCS#12 PKCS#11 PKCS ASN.1 SHA-512/256 SHA-3 BLAKE2 BLAKE3 ECDH Curve25519 X25519
        ChaCha20-Poly1305 3DES PBKDF2 HOTP CTAP2 U2F MP3 MP4 H.264 H.265 HEVC AV1 VP9 WebM WebP AVIF
        TIFF BMP OGG FLAC WAV EPUB DOCX XLSX PPTX ODT ODS RST AsciiDoc Markdown CommonMark TeX BibTeX
        ICS KML GML GPX WMS WFS WMTS GeoPackage GeoTIFF Shapefile FASTA FASTQ BAM VCF DICOM HL7 FHIR
        SNOMED LOINC ICD-10 GS1 EDIFACT X12 SEPA IBAN BIC ISIN EMV ITIL COBIT TOGAF BPMN UML SysML
        IT-Grundschutz BSI-Standard HACCP GMP GLP ATEX RoHS FIPS mTLS OCPP OCPI OCSF WGS84 ETRS89 VSMOW VPDB
        XMPP SIP RTP RTSP ALPN SNI ACME Zstandard zstd LZ4 GBFS GTFS NeTEx SIRI DATEX
        ISO8601 JMAP ActivityPub OAI-PMH IIIF MARC21 METS TEI EAD NGSI-LD OGC-API CityGML
        EBICS FIXML XBRL UBL ZUGFeRD Peppol HL7v2 CDA IHE LOINC DOIP ORCID DOI ISBN ISSN
        EPSS CWE CAPEC TLSv1.2 TLSv1.3 DHCPv6 DHCPv4 IKEv1 OSPFv3 BGP4 MQTTv5 SNMPv3 NFSv4 SMBv3
        WPA3-Enterprise RDP VNC
        PTP STUN TURN NAT64 DoH DoT EDNS SVCB TSIG DANE MTA-STS BIMI OpenMetrics OpenFeature OpenTracing
        CloudEvents
        JSON-RPC XML-RPC OData WAMP MQTT-SN LwM2M M-Bus Z-Wave EnOcean DLMS IEC-104 Wi-Fi
    """,
    "organization": """
        Microsoft Amazon Facebook Twitter LinkedIn IBM Oracle SAP Intel AMD NVIDIA Nvidia Samsung Sony
        Huawei Xiaomi Lenovo Dell Siemens Bosch Philips Ericsson Nokia Vodafone Verizon AT&T Canonical
        HashiCorp JetBrains Mozilla Atlassian Adobe Autodesk Spotify Uber Airbnb Tesla SpaceX Boeing
        Airbus Volkswagen BMW Daimler Toyota Honda Volvo Maersk DHL FedEx IKEA Walmart Nestlé Unilever
        Pfizer Bayer BASF Novartis Roche NASA ESA CERN NOAA USGS FDA FBI CIA NSA NIST IETF IANA ICANN
        W3C ISO IEC IEEE ACM ENISA BSI CISA ETSI OASIS ECMA UNESCO UNICEF WHO NATO OECD OPEC WTO IMF
        CNCF FSF EFF MIT ETH EPFL Caltech Stanford Harvard Yale Princeton BBC CNN Reuters Interpol
        Europol Eurostat Greenpeace
    """,
    "work": "GDPR HIPAA CCPA DSGVO BDSG FERPA NIS2 NIS-2-Richtlinie Bundesdatenschutzgesetz RGPD LOPDGDD "
    "CPRA PIPEDA LGPD FISMA COPPA eIDAS PSD2 MiCA nDSG revDSG TMG TTDSG",
    "concept": """
        UTC GMT CET CISO CTO CIO CEO CFO COO CDO CPO CRO CMO DPO ISO-Officer BISO CISOs DPOs DSB ISB RSSI
        DPD DBA DBAs RTO RPO MTTR MTBF SLA SLO SLI SLAs SLOs SLIs KPI KPIs PII
    """,
}
_PHRASES = {
    "product": (
        "GitHub Actions", "GitLab CI", "Google Cloud", "Google Cloud Platform", "Amazon Web Services",
        "Microsoft Azure", "Visual Studio Code", "Visual Studio", "Docker Compose", "Docker Swarm",
        "Spring Boot", "Ruby on Rails", "Red Hat Enterprise Linux", "Google Chrome", "Microsoft Teams",
        "Active Directory", "Apache Kafka", "Apache Spark", "Apache Airflow", "Apache HTTP Server",
        "HashiCorp Vault", "Raspberry Pi", "Amazon S3", "Amazon S3 Glacier", "Google Docs", "Google Sheets",
        "Google Drive", "Google Maps", "Google Earth Engine", "Microsoft Excel", "Microsoft Word",
        "Microsoft Office", "Microsoft Exchange", "Windows Server", "SQL Server", "Internet Explorer",
        "Home Assistant", "Node-RED", "Elastic Stack", "Debian GNU/Linux", "Arch Linux",
        "Amazon SQS", "Amazon SNS", "Amazon EC2", "Amazon RDS", "Amazon DynamoDB", "Amazon Kinesis",
        "Azure DevOps", "Azure Blob Storage", "Google BigQuery", "Google Analytics", "Google Workspace",
        "Alpine Linux", "Rocky Linux", "Oracle Database", "Adobe Acrobat", "Oracle Linux",
    ),
    "standard": (
        "HL7 FHIR", "OPC UA", "OCI Distribution Specification", "OCI Image Specification",
        "Dublin Core", "Darwin Core", "JSON Web Token", "JSON Schema",
        "OpenID Connect", "OAuth 2.0", "OAuth 2.1", "Protocol Buffers", "Transport Layer Security",
        "Hypertext Transfer Protocol", "Markdown",
    ),
    "work": (
        "General Data Protection Regulation", "Règlement général sur la protection des données", "UK GDPR",
        "Datenschutz-Grundverordnung", "Reglamento General de Protección de Datos", "Cyber Resilience Act",
        "Data Protection Act", "Digital Services Act", "Magna Carta", "Kyoto Protocol", "Paris Agreement",
        "Geneva Conventions",
    ),
    "organization": (
        "European Commission", "European Parliament", "United Nations", "World Bank", "Red Hat",
        "World Health Organization",
        "CNIL", "AEPD", "Let's Encrypt", "Linux Foundation",
        "Apache Software Foundation", "Free Software Foundation",
        "Python Software Foundation", "Max Planck Society", "Royal Society", "Red Cross",
    ),
}  # fmt: skip
_PROGRAMS = """
        psql pg_dump pg_restore mysql mysqldump redis-cli curl wget git ssh scp rsync tar gzip grep
        sed awk jq vim emacs nano tmux docker podman kubectl helm terraform ansible make cmake gcc
        clang cargo rustc npm npx yarn pnpm node python python3 pip pipx uv poetry pytest tox mypy
        ruff black flake8 pylint httpx requests pydantic numpy pandas scipy xarray matplotlib flask
        django fastapi celery gunicorn uvicorn sqlalchemy alembic systemd systemctl journalctl cron
        nginx haproxy etcd openssl gpg sqlite3 bash zsh sh apt apt-get dpkg dnf yum brew jest vitest
        webpack eslint prettier cgroups iptables nftables tcpdump strace rclone restic borg
        logrotate
    """
PROGRAMS = frozenset(_PROGRAMS.split())
"""What is a product where it is set in code font."""

KNOWN: dict[str, str] = {word: kind for kind, words in _WORDS.items() for word in words.split()}
KNOWN |= {phrase: kind for kind, phrases in _PHRASES.items() for phrase in phrases}
KNOWN = {**BODIES, **KNOWN}
THINGS = frozenset(KNOWN)
"""Those that name no place."""
KNOWN = {**dict.fromkeys((*PLACES, *TOWNS), "location"), **KNOWN}
KNOWN |= dict.fromkeys(sorted(GROUPS), "group")
LONGEST = max(name.count(" ") + 1 for name in KNOWN)
FIRST = frozenset(name.split()[0] for name in KNOWN if " " in name)
