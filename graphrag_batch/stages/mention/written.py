"""How names are written that are told by it: regular expressions, each linear in the text. Pure."""

from __future__ import annotations

import re

URL = re.compile(
    r"\b(?:https?|ftp|wss?|ssh|git|postgres(?:ql)?|mysql|redis|amqps?|mongodb)://(?:[^\s/@<>\"'`]{1,100}@)?"
    r"(\[[0-9A-Fa-f:]+\]|[^\s/:?#<>\"'`\[\](){}|\\^,;]{1,253})(:\d{1,5})?[^\s<>\"'`\[\]{}|\\^]*"
)
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+(?![\w@])")
ACCOUNT = re.compile(r"(?<![\w@/.`-])@([A-Za-z][\w-]{0,38})(/[A-Za-z][\w.-]{0,60}\w)?(?![\w@])")
ADVISORY = re.compile(
    r"\b(?:CVE-\d{4}-\d{4,7}|CWE-\d{1,5}|GHSA(?:-[0-9a-z]{4}){3}|RHSA-\d{4}:\d{4,5}|DSA-\d{4}-\d)\b",
    re.IGNORECASE,
)
STANDARD = re.compile(
    r"\b(?:ISO(?:/(?:IEC|IEEE|ASTM|TS|TR))*(?: (?:TS|TR))?[ -]?\d{3,5}(?:-\d{1,2})?(?::\d{4})?"
    r"|IEC[ -]?\d{3,5}(?:-\d{1,2}){0,2}|RFC[ -]?\d{1,5}|PEP[ -]?\d{1,4}|BCP[ -]?\d{1,3}|JEP[ -]?\d{1,3}"
    r"|IEEE(?: Std)?[ -]?\d{3,5}(?:[.-]\d{1,4}[A-Za-z]{0,3})?"
    r"|NIST(?: SP)?[ -]\d{3,4}-\d{1,3}[A-Z]?(?: ?[Rr](?:ev)?\.? ?\d)?"
    r"|SP 800-\d{1,3}[A-Z]?|S/MIME|WGS ?84|FIPS(?: PUB)?[ -]\d{2,3}(?:-\d)?|ECMA-\d{3}|ITU-T [A-Z]\.\d{1,4}"
    r"|X\.509|X\.25"
    r"|(?:(?:BS|UNE|DIN|NF|SN|ÖNORM|UNI|NEN|SS)[ -])?EN(?:[ -](?:ISO|IEC))?[ -]\d{3,5}(?:-\d{1,2}){0,2}"
    r"(?::\d{4})?|(?:DIN|UNE|NF|ÖNORM|JIS|ASTM|GOST|BS)(?:[ -](?:EN|ISO|IEC|VDE|PAS)){0,2}[ -][A-Z]?\d{2,5}"
    r"(?:-\d{1,2}){0,2}(?::\d{4})?"
    r"|EPSG:\d{4,5}|MIL-STD-\d{3,4}[A-Z]?|ANSI [A-Z]\d{1,3}\.\d{1,3}|PCI[ -]DSS"
    r"|(?:BSI )?TR-0\d{4}(?:-\d{1,2})?|BSI(?:-Standard)? \d{3}-\d"
    r"|(?:ANSI/)?ISA[ -]\d{2,5}(?:[.-]\d{1,2}){0,3}"
    r"|ANSI/[A-Z]{2,5}[ -][A-Z]?\d{1,5}(?:[.-]\d{1,4}){0,3}|VDI(?:/VDE)?(?:-Richtlinie)? \d{3,4}(?:-\d{1,2})?"
    r"|VDE-AR-[NEV](?: ?-?\d{3,5}){1,2}(?:-\d{1,3}){0,3}|VDE \d{4}(?:-\d{1,4}){0,2}"
    r"|UL \d{2,5}(?:-\d)?|CISPR \d{1,2}"
    r"|ETSI (?:EN|TS|TR|ES) \d{3} ?\d{3}(?:-\d{1,2})?|3GPP TS \d{2}\.\d{3}|CIS Controls? v?\d(?:\.\d)?"
    r"|NISTIR \d{4}|STANAG \d{4}|SAE [A-Z]{1,3}\d{3,5}|NFPA \d{1,4}|API (?:Std|RP) \d{2,4}"
    r"|IEEE C\d{2}(?:\.\d{1,3}){1,3}"
    r"|ISAE \d{4}|SSAE \d{2}|NERC CIP(?:-\d{3}(?:-\d)?)?|ÖVE/ÖNORM [A-Z]{1,2} \d{3,5}"
    r"|ÖNORM [A-Z] \d{3,5}|SIA \d{3,4}"
    r"|GOST R? ?\d{4,5}(?:-\d{2,4})?|GB/T \d{3,6}|AS/NZS \d{3,5}(?:\.\d)?|OIML R ?\d{1,3}"
    r"|SOC ?[123](?: Type (?:II|I|1|2))?|OWASP ASVS|POSIX\.\d[a-z]?|HTTP/[123](?:\.\d)?"
    r"|IND\.\d(?:\.\d){0,2})(?![\w-])"
)
TICKET = re.compile(
    r"(?<![\w/.#-])([A-Z][A-Z0-9]{1,9})-(\d{1,6})(?![\w-])|\bGH-\d{1,6}\b"
    r"|(?<![\w&/])((?:[\w.-]{1,60}/[\w.-]{1,60})?#\d{1,7})(?!\w)"
)
STEP = re.compile(
    r"\b(?:[Ss]tep|Schritt|Étape|étape|Paso|paso|Passo|Stap) (?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Z])\b(?!\.\d)"
)
ENDPOINT = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (/[^\s,;`'\"<>]{0,200})")
VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]{1,80})\b\}?|%([A-Z][A-Z0-9_]{2,60})%")
OPTION = re.compile(r"(?<![\w-])(--[A-Za-z][A-Za-z0-9-]{1,60})(?![\w-])|(?<![\w-])(-[A-Za-z])(?![\w-])")
ADDRESS = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(/\d{1,2}|:\d{1,5})?(?![\w.]*\w)")
VERSION = re.compile(
    r"(?<![\w.$/-])(v?\d{1,4}(?:\.\d{1,5}){1,3}"
    r"(?:[-+.]?(?:rc|alpha|beta|dev|post|pre|a|b|SNAPSHOT|M)[.-]?\d{0,4})?(?:[-+][0-9A-Za-z.]{1,30})?"
    r"|\d{1,3}(?:\.\d{1,3})?\.x|v\d{1,4})"
    r"(?![\w%])(?!\.\d)"
)
DATED = re.compile(
    r"\b(?:[Vv]ersions?|[Rr]eleases?|[Ss]table since|[Uu]ntil version|API) (\d{4}-\d{2}(?:-\d{2})?)(?![\w-])"
)
PRODUCT = re.compile(
    r"(?<![\w.-])((?:[A-Z][\w+#]*(?:[.-]\w+)*\+{0,2}[ ]){1,3})(?:[Vv]ersion |[Rr]elease |v\.? ?)?$"
)
PATH = re.compile(
    r"(?<![\w./:@$-])(?:~|\.{1,2})?/(?:[\w.@+%*{}<>-]+/)*[\w.@+%*{}<>-]*"
    r"|(?<![\w./:@$-])(?:[\w.@+{}<>*-]+/)+[\w.@+{}<>*-]*|(?<![\w/.:@$-])[A-Za-z]:\\[\w\\.-]+"
)
FILE = re.compile(r"(?<![\w/.:@$-])\.?[\w-][\w.-]{0,80}\.([A-Za-z][A-Za-z0-9]{0,9})(?![\w/(-])(?!\.\w)")
BARE_FILE = re.compile(
    r"\b(?:Dockerfile|Makefile|Jenkinsfile|Vagrantfile|Procfile|CODEOWNERS|Gemfile|Rakefile|Pipfile)\b"
)
HOST = re.compile(
    r"(?<![\w@/.:-])(?:[A-Za-z0-9](?:[\w-]{0,61}[A-Za-z0-9])?\.){1,6}([A-Za-z]{2,9})(:\d{1,5})?"
    r"(?![\w(-])(?!\.\w)"
)
CALL = re.compile(r"(?<![\w.:])((?:[A-Za-z_]\w{0,60}(?:\.|::|->)){0,6}[A-Za-z_]\w{0,80})\(\)")
CALLED = re.compile(r"(?<![\w.:])((?:[A-Za-z_]\w{0,60}(?:\.|::)){0,6}[A-Za-z_]\w{0,80})\(")
DOTTED = re.compile(r"(?<![\w./:@$-])@?[A-Za-z_]\w{0,60}(?:(?:\.|::)[A-Za-z_]\w{0,60}){1,8}(?![\w/])")
SNAKE = re.compile(
    r"(?<![\w./$#-])(?:_{0,2}[a-z][a-z0-9]{0,60}(?:_[a-z0-9]{1,60}){1,9}_{0,2}|__\w{1,60}__)(?![\w])"
)
SCREAM = re.compile(r"(?<![\w.$-])[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,9}(?!\w)")
CAMEL = re.compile(
    r"(?<![\w.$@/-])(?:[A-Z]{1,4}[a-z0-9]{1,40}(?:[A-Z]{1,6}[a-z0-9]{0,40}){1,8}"
    r"|[a-z]{1,30}[0-9]{0,3}(?:[A-Z]{1,6}[a-z0-9]{0,40}){1,8})(?![\w])"
)
# What is in any header's name, and in any name in CamelCase; quick to find.
DASHED = re.compile("-[A-Z]")
HUMP = re.compile("[A-Z](?<=[a-z0-9][A-Z])")
ENV = re.compile(r"\benv(?:ironment)?\b|\bexport(?:s|ed)?\b|variables?\b|\bumgebung|\bentorno\b")
CONSTANT = re.compile(
    r"\bconstants?\b|\bmacros?\b|\benum|\bstatus(?:es)?\b|\bstates?\b|\berrors?\b|\bexceptions?\b"
    r"|\bevents?\b|\bkonstanten?\b|\bzustand|\bfehler|\bconstantes?\b|\berrores?\b|\berreurs?\b"
    r"|\bestados?\b|\bétats?\b|\breturns?\b|\braises?\b|\btables?\b|\bcolumns?\b|\bsql\b"
)
WORD = re.compile(r"[A-Za-z_][\w+#.-]{0,60}$")
LEXICAL = re.compile(r"(?<![\w./@$-])[A-Za-z][\w+#]*(?:[.-][\w+#]+)*(?![\w/])(?!-\w)")
COMMAND = re.compile(r"(?:\$ |sudo )?([a-z][\w.+-]{1,40})(?=$|\s)")
# A command goes on with words, options and places; prose in code font has other signs.
# An option is read in one way alone, or a long command that ends in prose would be read in all of them.
ARGUMENTS = re.compile(
    r"(?:\s++(?:--?[\w-]+(?:=\S+)?|[\w./:@<>{}*+=-]+|\"[^\"]*\"|'[^']*'|\||&&)(?=\s|$))++$"
)
INSTALLED = re.compile(
    r"\b(?:pip3?|pipx|npm|pnpm|yarn|apt|apt-get|brew|dnf|yum|cargo|gem|go|poetry|uv"
    r"|conda) (?:-\w+ )*(?:install|add|get)"
    r" (?:--?[\w-]+ )*([A-Za-z@][\w./@-]*\w)"
)
HEADER = re.compile(
    r"(?<![\w-])(?:[A-Z][a-z0-9]+|X|WWW|ETag|DNT)(?:-(?:[A-Z][a-z0-9]+|[A-Z]{2,4})){1,4}(?![\w-])"
)
MAJOR = re.compile(r" (?:version |v)?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\w%]|\.\d| ?(?:%|[a-z]+s\b))")
TEAM = re.compile(
    r"(?<![\w&/-])([A-Z][\w&/-]{0,40}(?: [A-Z][\w&/-]{0,40}){0,2} (?:[Tt]eam|[Gg]uild|[Ss]quad|[Cc]rew|Tribe"
    r"|[Cc]ommittee|[Dd]epartment))\b"
)
PROGRAM = re.compile(r"[a-z][a-z0-9]*ctl|[a-z][a-z0-9]+(?:-[a-z0-9]+){1,4}")
# Machines are numbered: db-1, web-eu-03.
SERVER = re.compile(
    r"(?:[a-z][a-z0-9]{0,15}-){2,5}[a-z]{0,3}\d{1,4}[a-z]?"
    r"|(?:db|web|app|api|srv|node|host|server|core|edge|mq|gw|lb|ns|mx|vm|build|ci|cache|proxy|worker|master|sw|fw|rtr"
    r"|storage|backup|mail|ldap|dns|log|kafka|es|pg|redis|mysql)-?\d{1,4}"
)
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,40}")
NOUN = re.compile(r"\b([A-Za-z]+)\s[\"“]?$")
SETS = re.compile(r"\b(?:set|sets|setting|export|unset|define|defines|env)\s[\"“]?$", re.IGNORECASE)
SPECIES = re.compile(r"[A-Z](?:[a-z]{2,}|\.) [a-z]{4,}(?: [a-z]{4,})?")
TRAILING = re.compile(r" (v?\d{1,4}(?:\.\d{1,4}){1,3}(?:-?(?:rc|beta|alpha)\d*)?)(?![\w%]|\.\d)")
