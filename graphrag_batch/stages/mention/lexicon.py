"""Names that everybody in the trade knows, and what they name: a start that needs no corpus. Pure data.

Words that are common English at the beginning of a sentence (Go, Make, Spring) are left out.
"""

from __future__ import annotations

_WORDS = {
    "product": """
        PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Valkey Memcached Cassandra
        CockroachDB Elasticsearch OpenSearch Solr Kafka RabbitMQ NATS ActiveMQ ZooKeeper etcd Consul
        Nomad Terraform OpenTofu Ansible Puppet SaltStack Vagrant Packer Docker Podman containerd
        Kubernetes Helm Istio Envoy Traefik HAProxy Nginx NGINX nginx Apache Tomcat Jetty Caddy
        Grafana Prometheus Loki Thanos Alertmanager Jaeger Zipkin OpenTelemetry Datadog Splunk
        Kibana Logstash Fluentd Sentry PagerDuty Jenkins CircleCI Travis TeamCity GitHub GitLab
        Bitbucket Gitea Jira Confluence Slack Mattermost Zulip Keycloak OpenLDAP FreeIPA Okta
        WireGuard OpenVPN OpenSSH OpenSSL LibreSSL GnuPG YubiKey Linux Debian Ubuntu Fedora CentOS
        RHEL AlmaLinux Alpine FreeBSD OpenBSD NetBSD Windows macOS iOS Android Unix systemd Bash
        PowerShell Python CPython PyPy Java JavaScript TypeScript Kotlin Scala Haskell Erlang Elixir
        Clojure Ruby PHP Perl Node.js Deno Django FastAPI Celery NumPy Pandas SciPy PyTorch
        TensorFlow Keras Jupyter Matplotlib SQLAlchemy Pydantic Rails Laravel Symfony Hibernate
        Quarkus React Angular Vue.js Svelte Webpack Vite Electron Gradle Maven npm pnpm Yarn pip
        Poetry Hadoop Hive Flink Airflow Snowflake BigQuery Redshift DynamoDB MinIO Ceph Hugo Sphinx
        MkDocs Docusaurus LaTeX Git Mercurial Subversion Firefox Chrome Chromium Safari Selenium
        Cypress Playwright Postman Swagger Arduino LoRa Zigbee Bluetooth Wikipedia YouTube Netflix
        Excel PowerPoint Photoshop
    """,
    "standard": """
        JSON JSONL YAML XML TOML CSV TSV HTML XHTML CSS SVG PDF PNG JPEG GIF RTF HTTP HTTPS TLS SSL
        SSH SFTP FTP SMTP IMAP POP3 DNS DNSSEC DHCP NTP TCP UDP IPv4 IPv6 ICMP BGP OSPF SNMP LDAP
        LDAPS Kerberos SAML OAuth OIDC JWT JWS JWE JWKS SCIM FIDO FIDO2 WebAuthn TOTP HMAC AES RSA
        ECDSA Ed25519 SHA-1 SHA-256 SHA-384 SHA-512 MD5 AES-128 AES-256 HMAC-SHA-256 ChaCha20 bcrypt
        Argon2 X.509 PEM MIME ASCII Unicode UTF-8 UTF-16 ISO-8859-1 MQTT AMQP STOMP CoAP gRPC
        Protobuf GraphQL OpenAPI AsyncAPI WebSocket WebSockets WebRTC RSS Atom NetCDF HDF5 GeoJSON
        Parquet Avro ORC LoRaWAN NMEA Modbus CAN OPC-UA ZPL SQL POSIX SPDX CycloneDX SemVer
        iCalendar vCard RADIUS IPsec IKEv2 SPF DKIM DMARC CORS OWASP
    """,
    "location": """
        London Paris Berlin Madrid Rome Vienna Lisbon Dublin Oslo Stockholm Copenhagen Helsinki
        Warsaw Prague Budapest Athens Brussels Amsterdam Bern Zurich Zürich Geneva Munich München
        Hamburg Frankfurt Cologne Köln Stuttgart Bonn Leipzig Dresden Barcelona Valencia Sevilla
        Seville Bilbao Málaga Lyon Marseille Toulouse Milan Naples Turin Venice Florence Manchester
        Leeds Edinburgh Glasgow Cardiff Belfast Bristol Liverpool Rotterdam Antwerp Gothenburg Malmö
        Uppsala Bergen Tallinn Riga Vilnius Kyiv Moscow Istanbul Ankara Cairo Nairobi Lagos
        Johannesburg Tokyo Osaka Kyoto Seoul Beijing Shanghai Singapore Mumbai Delhi Bangalore
        Jakarta Manila Bangkok Hanoi Sydney Melbourne Auckland Toronto Montreal Vancouver Chicago
        Boston Seattle Houston Dallas Denver Atlanta Philadelphia Detroit Miami England Scotland
        Wales Ireland France Germany Deutschland Spain España Italy Italia Portugal Austria
        Österreich Switzerland Schweiz Belgium Netherlands Luxembourg Denmark Sweden Norway Finland
        Iceland Poland Czechia Slovakia Hungary Romania Bulgaria Greece Croatia Serbia Slovenia
        Ukraine Russia Turkey Israel Egypt Morocco Algeria Tunisia Nigeria Kenya Ethiopia Ghana
        Japan China Korea Taiwan India Pakistan Bangladesh Indonesia Malaysia Thailand Vietnam
        Philippines Australia Canada Mexico México Brazil Brasil Argentina Chile Colombia Peru
        Venezuela Cuba Europe Europa Asia Africa America California Texas Florida Bavaria Bayern
        Catalonia Andalusia Andalucía
    """,
    "work": "GDPR HIPAA CCPA DSGVO BDSG FERPA NIS2 NIS-2-Richtlinie Bundesdatenschutzgesetz",
    "concept": "UTC GMT CET",
}
_PHRASES = {
    "product": (
        "GitHub Actions", "GitLab CI", "Google Cloud", "Google Cloud Platform", "Amazon Web Services",
        "Microsoft Azure", "Visual Studio Code", "Visual Studio", "Docker Compose", "Docker Swarm",
        "Spring Boot", "Ruby on Rails", "Red Hat Enterprise Linux", "Google Chrome", "Microsoft Teams",
        "Active Directory", "Apache Kafka", "Apache Spark", "Apache Airflow", "Apache HTTP Server",
        "HashiCorp Vault", "Raspberry Pi",
    ),
    "standard": (
        "JSON Web Token", "JSON Schema", "OpenID Connect", "OAuth 2.0", "OAuth 2.1", "Protocol Buffers",
        "Transport Layer Security", "Hypertext Transfer Protocol", "Markdown",
    ),
    "work": (
        "General Data Protection Regulation",
    ),
    "location": (
        "United States", "United Kingdom", "New York", "New York City", "Los Angeles", "San Francisco",
        "Hong Kong", "Buenos Aires", "Rio de Janeiro", "New Zealand", "South Africa", "South Korea",
        "North Korea", "Saudi Arabia", "European Union", "Cape Town", "Tel Aviv", "Den Haag",
        "The Hague",
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
LONGEST = max(phrase.count(" ") + 1 for phrases in _PHRASES.values() for phrase in phrases)
FIRST = frozenset(phrase.split()[0] for phrases in _PHRASES.values() for phrase in phrases)

_GIVEN = """
    Aaron Abigail Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alessandro Alex Alexander
    Alexandra Alfred Ali Alice Alicia Alison Amanda Amelia Amir Amit Amy Ana Anders Andrea Andreas
    Andrew Ángel Angela Anita Anja Ann Anna Anne Annika Anthony Antoine Antonio Anton Arne Arthur
    Astrid Axel Barbara Beatrice Beatriz Ben Benjamin Bernard Bernd Bernhard Birgit Björn Boris
    Brian Bruno Callum Camille Carl Carla Carlos Carmen Carol Caroline Catherine Cecilia Charles
    Charlotte Chen Chloe Chris Christian Christina Christine Christoph Christopher Claire Clara
    Claudia Claus Colin Connor Craig Cristina Daniel Daniela David Deborah Dennis Denis Diana Diego
    Dieter Dirk Dmitri Dominik Donald Dorothy Douglas Duncan Edith Eduardo Edward Elaine Eleanor
    Elena Eli Elias Elisabeth Elizabeth Ella Ellen Emily Emma Emilia Eric Erik Erika Ernst Esther
    Eva Evelyn Fatima Felix Fernando Fiona Florian Frances Francesca Francesco Francisco Franz
    Frederick Frieda Friedrich Fritz Gabriel Gabriela Gareth Gary Geoffrey George Georg Gerald
    Gerhard Gillian Giovanni Giulia Gloria Gordon Graham Greta Gregory Greg Guillermo Günter Gustav
    Hans Hannah Harald Harold Harriet Harry Hassan Heather Heidi Heinrich Heinz Helen Helena Helga
    Helmut Henrik Henry Herbert Hermann Hilde Hiroshi Horst Howard Hugo Ian Ibrahim Ida Igor Ilse
    Inés Ines Inga Inge Ingrid Irene Iris Isaac Isabel Isabella Ivan Jack Jacob Jakob James Jan Jana
    Jane Janet Javier Jean Jeffrey Jennifer Jens Jeremy Jessica Jim Joachim Joan Joanna Jochen Johan
    Johannes John Jonas Jonathan Jorge José Josef Joseph Joshua Juan Judith Julia Julian Julie
    Julien Jürgen Kai Karen Karin Karl Karsten Katharina Katherine Kathleen Katja Kenji Kenneth
    Kevin Klaus Konrad Kristin Kurt Lars Laura Laurent Lea Leif Lena Leo Leon Leonard Leonardo Lewis
    Liam Lily Linda Lisa Lorenzo Louis Louise Lucas Lucía Lucy Ludwig Luis Luisa Lukas Lydia
    Magdalena Magnus Manfred Manuel Marcel Marco Marcus Margaret María Maria Marianne Marie Marina
    Mario Marion Marlene Marta Martha Martin Martina Matteo Matthew Matthias Max Maximilian Mehmet
    Mia Michael Michelle Miguel Mohamed Mohammed Moritz Nadia Nancy Natalia Natalie Nathan Neil
    Nicholas Nicola Nicolas Nicole Nigel Niklas Nils Nina Nora Norbert Oliver Olivia Olga Omar Oscar
    Otto Pablo Paolo Patricia Patrick Paul Paula Pauline Pedro Peter Petra Philip Philipp Pierre
    Priya Rachel Rafael Rahul Rainer Ralf Ramón Raquel Raymond Rebecca Regina Reinhard Renate
    Ricardo Richard Rita Robert Roberto Robin Roger Roland Rolf Ronald Rosa Roxane Rudolf Ruth Ryan
    Sabine Sally Samuel Sandra Sara Sarah Scott Sean Sebastian Sergei Sergio Sharon Sheila Silke
    Silvia Simon Simone Sofia Sonia Sonja Sophia Sophie Stefan Stephanie Stephen Steven Stuart Susan
    Susanne Sven Svetlana Sylvia Tatiana Teresa Theodor Theresa Thomas Tim Timothy Tobias Tomás Tom
    Torsten Ulrich Ulrike Ursula Ute Valentina Valerie Vanessa Vera Verena Victor Victoria Viktor
    Vincent Virginia Vladimir Walter Wanda Wei Wendy Werner Wilhelm William Wolfgang Xavier Yuki
    Yusuf Yvonne Zoe
"""
GIVEN = frozenset(_GIVEN.split())
"""First names: of several words that begin with one, the others are a last name."""
