"""Words that say nothing of a corpus: headings that every document has, function words, and common words that
are names only where they are written with a capital letter.

Sources: written for this; the languages are those that documentation is most often written in.
"""

from __future__ import annotations

# Whole terms, and words that make no term by themselves or together with others of these.
_GENERIC = """
    true false none null nil undefined nan str int float bool dict tuple bytes void boolean integer
    about abstract acknowledgement acknowledgements acknowledgment acknowledgments addendum additional
    advanced agenda alternative alternatives announcement answer answers appendix article articles
    assumption assumptions attention author authors background basic basics benefit benefits best
    bibliography bonus bug bugs caution caveat caveats change changed changelog changes chapter
    checklist code command commands comment comments compatibility concept concepts conclusion
    conclusions configuration configure configuring contact content contents context contributing
    contribution contributions contributor contributors copyright credits danger date dates default
    defaults definition definitions demo deprecated deprecation deprecations description detail details
    development diagram disclaimer discussion docs document documentation documents download downloads
    draft edit enhancement enhancements error errors example examples exercise exercises explanation
    extra faq faqs feature features feedback figure figures file files final first fix fixed fixes
    footnote footnotes format further future general getting glossary goal goals guide guides help here
    highlights hint hints history home how howto idea ideas image images impact important improvement
    improvements index info information input install installation installing instruction instructions
    intro introduction issue issues item items key known last learn legend level license licence
    licensing limitation limitations link links list lists main maintainer maintainers manual media menu
    method methods migration misc miscellaneous more motivation name names navigation new news next
    non-goals note notes notice number object objective objectives option optional options order other
    others outline output outputs overview page pages parameter parameters part parts pitfalls policy
    practices preface prerequisite prerequisites preview previous problem problems procedure process
    properties property proposal purpose question questions quick quickstart rationale read readme
    reading recap recommendation recommendations reference references related release released releases
    remark remarks removed reply reporting request requirement requirements resource resources response
    result results return returns review roadmap rule rules run running sample samples scope screenshot
    screenshots search second section sections see setting settings setup simple solution solutions
    source sources sponsors start started starting status step steps structure style subject summary
    support supported syntax table tables task tasks template test testing tests text thanks third tip
    tips title todo topic topics troubleshooting tutorial tutorials type types update updated updates
    upgrade upgrading usage use user users using utilities value values various version versions video
    videos warning warnings welcome what why work workflow yes no ablauf allgemein allgemeines anhang
    anleitung anmerkung anmerkungen aufgabe aufgaben ausblick autor autoren beispiel beispiele
    beschreibung bild datum einführung einleitung einrichtung ergebnis ergebnisse fazit fehler frage
    fragen fußnoten grundlagen hinweis hinweise hintergrund hilfe inhalt inhaltsverzeichnis installieren
    kapitel kontakt konfiguration literatur lizenz lösung nutzung quelle quellen schritt schritte siehe
    tabelle thema titel übersicht verwandt verwendung voraussetzung voraussetzungen vorwort warnung
    weiterführend ziel ziele zusammenfassung zweck änderungen annexe annexes aperçu auteur auteurs
    avertissement bibliographie but chapitre contenu exemple exemples fichier fichiers glossaire
    informations liens objectif objectifs paramètres prérequis présentation problème problèmes remarque
    remarques références résultat résultats résumé sommaire utilisation voir étape étapes ejemplo
    ejemplos introducción instalación uso nota notas véase resumen conclusión requisitos referencias
    contenido contenidos índice descripción configuración licencia advertencia objetivo objetivos pasos
    paso preguntas problemas resultados soluciones exemplo exemplos introdução instalação visão geral
    conclusão resumo conteúdo descrição configuração licença aviso etapas passos perguntas veja esempio
    esempi introduzione installazione utilizzo panoramica conclusione conclusioni riepilogo riferimenti
    contenuti indice descrizione configurazione licenza avviso obiettivo obiettivi passaggi requisiti
    domande vedi voorbeeld voorbeelden inleiding installatie gebruik overzicht conclusie samenvatting
    inhoud inhoudsopgave beschrijving configuratie licentie waarschuwing doel stappen vereisten vragen
    zie opmerking przykład przykłady wprowadzenie wstęp instalacja użycie przegląd podsumowanie spis
    treści opis konfiguracja licencja uwaga ostrzeżenie cel kroki wymagania pytania пример примеры
    введение установка использование обзор заключение выводы содержание оглавление описание настройка
    настройки лицензия предупреждение примечание примечания внимание цель цели шаг шаги требования
    вопросы литература ссылки приложение история авторы 概要 はじめに 序論 導入 目次 内容 例 使用例
    使い方 使用方法 インストール 設定 注意 注 注記 警告 参考 参考文献 関連項目 まとめ 結論 手順 前提条件
    要件 ライセンス 背景 目的 結果 説明 質問 問題 解決策 付録 用語集 更新履歴 変更履歴 简介 介绍 引言
    概述 概览 前言 目录 示例 例子 用法 使用 安装 配置 设置 注意事项 提示 参考资料 参见 另见 相关链接
    总结 小结 结论 步骤 要求 许可证 许可 目标 结果 说明 描述 问题 常见问题 解决方案 附录 更新日志 简要
    快速开始 開始 簡介 介紹 目錄 範例 安裝 步驟 소개 개요 서론 목차 내용 예제 예시 예 사용법 사용 설치
    설정 주의 참고 경고 참조 요약 결론 단계 요구사항 라이선스 배경 목적 결과 설명 질문 문제 부록
"""

_STOP = """
    a about above across after again against all along also although always am among an and another any
    are around as at away back be because been before behind being below between both but by can cannot
    could did do does doing done down during each either else enough etc even ever every few for from
    had has have having he her hers him his i if in inside instead into is it its itself just least less
    let like many may maybe me might mine more most much must my need neither never no nor not nothing
    now of off often on once one only onto or other our ours out over own per perhaps please quite
    rather really same shall she should since so some something soon still such than that the their
    theirs them then there therefore these they this those though through thus to together too toward
    towards under unless until up upon us very via was we well were what whatever when where whether
    which while who whom whose will with within without would yet you your yours two three four five
    aber als auch auf aus bei bis da damit das dass dem den der des die dies diese dieser doch dort du
    durch ein eine einem einen einer eines er es für hier ich ihr im ist ja kann kein keine man mit nach
    nicht noch nur ob oder ohne sein sich sie sind über um und uns unter vom von vor war weil wenn wer
    wie wir wird zu zum zur au aux avec ce ces cet cette comme dans de elle en est et il ils je la le
    les leur lui mais mon ne nos notre nous ou où par pas pour qu que qui sa sans se ses si son sont sur
    ta te tu un une vos votre vous à al ante como con cual cuando cómo del desde donde el ella entre era
    esta este esto fue ha hay las lo los más mi muy ni o para pero por qué ser sin sobre su sus también
    una y ya ao aos com dos e em foi na não nas os pela pelo são seu sua uma alla anche che chi dal
    dalla degli dei della delle di gli ma nel nella non più quando sono sul tra uno aan bij dan dat deze
    dit door een het hij hoe ik maar met naar niet nog om onder ook op tot uit van voor waar wat wel
    wordt zijn aby ale dla jak jest lub nie od po przez się są w z za ze że а без был в вы для до его
    если есть за и из или их к как когда ли мы на не но о об он она они от по под при с со так также то
    у что чтобы это я 的 是 在 和 了 与 及 或 对 中 の は が を に で と も へ や 및 와 과 의 를 을 는
    은 이 가
"""

# Common words of prose and of code. In lower case none of them is a name; with a capital letter (Go, Express,
# Swift, Spring) they are, though not where a sentence begins.
_COMMON = """
    limit yield forbid standard typing param default exclude annotate depend dependency raise
    response scope validate verify result document
    accept access account action active add address admin agent alert allow app apply argument array ask
    assert async attach attribute auto available await backup bar base batch begin block body bool
    boolean boot box branch break browser buffer build bundle button byte bytes cache call cancel case
    cat catch category cd change char character check child choose class clean clear click client clone
    close cloud cluster collection column commit common compile component compose config connect
    connection console const constant container control copy count cp create current custom data
    database day debug declare def delete deploy device dict dir directory disable display done dot
    double drop echo element else email empty enable end entry enum env environment equal event
    exception exec execute exist exit expect export expression express extend fail failure false fetch
    field filter find flag flash flat float flow flush folder foo for force foreach fork form framework
    frame free function gem get give global go good grant graph grep group handle handler hash head
    header hello hide hold hook host html id if ignore import include increment init inner insert
    inspect instance int integer interface internal invoke job join json jump keep kill label lambda
    language layer layout left len length let library line listen load local location lock log login
    logout logs long look loop ls make man manager map mark match max member memory merge message min
    mkdir mode model modify module monitor month mount move must mv native network node none null offset
    open operation operator origin package pair param parent parse pass password patch path pattern
    permission ping plan plugin point pop port post prefix prevent print private profile program project
    prompt provide proxy public publish pull push put query queue quit raise random range ready receive
    record redirect refresh register reject release remote remove rename render repeat replace repo
    report repository reset resolve restart restore retry revert rm role rollback root route row rust
    save schema script secret security select self send server service session set shell show shutdown
    sign size skip sleep slice sort spec split spring stack stage state static stay stop storage store
    stream string strict struct submit suffix swift switch sync system tag take target team tell term
    terminal that thread throw time timeout to token tool top touch trace transaction transform trigger
    trim true try tuple turn undefined undo unit up upload url username var variable verify view visit
    void volume wait watch web week while widget width window with worker workspace write year zip zone
    architecture authentication authorization availability consistency deployment encryption logging
    management metrics monitoring networking performance privacy quality reliability safety scaling
    training validation verification
"""

GENERIC = frozenset(_GENERIC.split())
STOP = frozenset(_STOP.split())
COMMON = frozenset(_COMMON.split())
# Names that are a single letter.
LETTERS = frozenset("cr")
