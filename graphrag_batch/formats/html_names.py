"""What page generators call the parts of a page: data alone.

Names are whole tokens of `class` and `id`, compared in lower case without `-` and `_` (`site-nav`,
`siteNav`), without the suffix that CSS modules add (`tocItem_a1B2`). Part of a name never counts.
"""

from __future__ import annotations

from typing import Final


def _names(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


# Dropped where most of their text is links.
NAVIGATION: Final = _names(
    "nav navpanel navbar navbartop navbarbottom navbar.top navbar.bottom navigation sitenav mainnav",
    "mainnavigation pagenav navmenu navlist navpath topnav bottomnav subnav sidenav leftnav",
    "rightnav globalnav primarynav secondarynav navrow navrow1 navrow2",
    "navtab navtabs navbars navheader navfooter navlinks navbuttons navchapters navwidewrapper navsync",
    "sidenavtree navbarbreadcrumb sidebar sidebars sidebarwrapper leftsidebar rightsidebar sphinxsidebar",
    "docsidebar docsidebarcontainer themedocsidebarcontainer sidebarcontainer bdsidebar bdsidebarprimary",
    "bdsidebarsecondary mdsidebar wynavside pagesidebar sidebartoc sidebartree sidebardrawer sidemenu",
    "sidebarmenu vpsidebar vpnav vplocalnav vpdocaside toc toctree tocmobile tocdesktop tocwrapper",
    "toccontainer tocnav localtoc pagetoc tableofcontents tableofcontent themedoctocdesktop",
    "themedoctocmobile toccollapsible onthispage vpdocoutline vectortoc tocmenu bookmenu apitoc column1",
    "apioriginaltoc mdtabs mdnav mwnavigation mwpanel catlinks navbox printfooter mwjumplink related",
    "relbar rellinks prevnext pagination paginationnav pager rstfooterbuttons footernav postnavigation",
    "tabs tablist tabs2 tabs3 mainmenu menu menubar sitemenu mobilemenu dropdownmenu langselector",
    "languageselector langswitcher versionselector versions rstversions rstotherversions sharebuttons",
    "socialshare sociallinks sharelinks addthis skiplinks skipnav searchbox msearchbox searchform",
    "searchbar devsitebooknav devsitetoc",
)
# Dropped where they are short or mostly links.
TRAIL: Final = _names(
    "breadcrumbs breadcrumb breadcrumbscontainer themedocbreadcrumbs wybreadcrumbs crumbs subtitle2",
    "sitesub",
)
FOOTER: Final = _names(
    "footer sitefooter pagefooter mdfooter themedocfooter docfooter vpfooter vpdocfooter bottomfooter",
    "footerwrapper globalfooter colophon mwfooter footercontainer",
)
BANNER: Final = _names(
    "mdheader siteheader pagebanner announcement announcementbar mdbanner mdannounce topbanner masthead",
    "wynavtop themeannouncementbar navbarwrapper bdheader vpbanner mwheader sitenotice titlearea",
    "mwpagebase mwheadbase",
)
# Dropped wherever they are.
NOISE: Final = _names(
    # what only generators say, of their own navigation
    "sphinxsidebar sphinxsidebarwrapper bdsidebar bdsidebarprimary bdsidebarsecondary mdsidebar wynavside",
    "vpsidebar docsidebarcontainer themedocsidebarcontainer themedoctocdesktop themedoctocmobile vpdocaside",
    "mwpanel mwnavigation rstfooterbuttons prevnextarea prevnextfooter prevnextinfo bdheaderarticle",
    "cookiebanner cookieconsent cookienotice cookiebar cookiepopup cookiewarning ccwindow ccbanner gdpr",
    "gdprbanner onetrustconsentsdk onetrustbannersdk cybotcookiebotdialog mdconsent consentbanner",
    "skiplink skiptocontent skiptomaincontent skipcontent mdskip skipnavlink skiptocontentcontainer",
    "skiptomain editthispage themeeditthispage editpagelink editpage editlink mdcontentbutton",
    "mweditsection editongithub wybreadcrumbsaside viewcodelink backtotop backtotopbutton mdtop gototop",
    "scrolltotop copybtn copybutton copybuttoncontainer clipboardbutton mdclipboard cleanbtn",
    "copytoclipboard buttongroup katexhtml mathjaxpreview mjxassistivemml mwemathfallbackimageinline",
)
# Signs that link a heading to itself.
SELF_LINKS: Final = _names(
    "headerlink headeranchor hashlink anchorlink anchorjslink selflink docanchor permalink octiconlink",
    "headinglink headinganchor anchor mark",
)
GUTTERS: Final = _names(
    "linenos linenodiv lineno linenumber linenumbers linenumbersrows rougegutter gutter hljslnnumbers",
    "hljslnn ln srclinenumbers codeblocklinenumber blobnum linenum fold",
)
# The content, the surest first.
CONTENT: Final = (
    _names("mwcontenttext", "themedocmarkdown", "devsitearticlebody", "wikicontent", "markdownbody"),
    _names("bodycontent", "rstcontent", "mdcontent", "vpdoc", "maincontent", "pagecontent", "articlecontent"),
    _names(
        "articlebody",
        "postcontent",
        "postbody",
        "entrycontent",
        "contentbody",
        "contentcontainer",
        "doccontent",
    ),
    _names("contentmain", "maincolumn", "contentwrapper", "content", "main", "documentwrapper", "apicontent"),
)
ADMONITIONS: Final = _names(
    "admonition themeadmonition markdownalert callout alert admonitionblock customblock",
)
ADMONITION_TITLES: Final = _names(
    "admonitiontitle admonitionheading markdownalerttitle callouttitle alerttitle alertheading",
    "customblocktitle",
)
TAB_TITLES: Final = _names(
    "tab tabslabel tabbedlabels",
)

LANGUAGE_PREFIXES: Final = ("language-", "lang-", "highlight-source-", "highlight-", "brush-", "code-")
NO_LANGUAGES: Final = _names(
    "default none nohighlight notranslate plain highlighter rouge wrapper inline",
)
PLAIN_TEXT: Final = _names(
    "text txt plaintext",
)
BARE_LANGUAGES: Final = _names(
    "bash sh shell zsh console powershell python py python3 pycon ruby rb rust rs go golang java",
    "javascript js jsx typescript ts tsx json yaml yml toml ini xml html css scss sql c cpp csharp",
    "objectivec swift kotlin scala haskell perl php lua r julia elixir erlang clojure dart diff",
    "dockerfile makefile cmake graphql protobuf nginx http latex tex markdown groovy ocaml fsharp vim awk",
)
CONTENTS_TITLES: Final = frozenset((
    "contents", "table of contents", "on this page", "in this article", "page contents", "inhalt",
    "inhaltsverzeichnis", "auf dieser seite", "table des matières", "sommaire", "índice", "contenido",
    "indice", "sumário", "содержание", "目录", "目次", "목차",
))  # fmt: skip
SKIP_TEXTS: Final = frozenset((
    "skip to content", "skip to main content", "skip to the main content", "skip to main", "skip navigation",
    "skip navigation links", "jump to content", "skip to search", "jump to navigation", "jump to search",
    "back to top", "top", "↑ back to top", "zum inhalt springen", "aller au contenu", "saltar al contenido",
))  # fmt: skip
EDIT_TEXTS: Final = frozenset((
    "edit this page", "edit page", "edit on github", "edit on gitlab", "edit on bitbucket",
    "edit this page on github",
    "edit this page on gitlab", "view page source", "view source", "show source", "improve this page",
    "improve this doc", "edit this document", "suggest an edit", "report an issue",
    "suggest edits", "this page",
))  # fmt: skip
BUTTON_TEXTS: Final = frozenset((
    "", "copy", "copied!", "copied", "search", "menu", "×", "x", "close", "toggle navigation", "toggle theme",
))  # fmt: skip
