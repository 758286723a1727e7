"""Everything that is shown, in every form.

``json`` makes all JSON documents and ``csv`` all tables for spreadsheets. As text: ``hand_text`` a hand alone,
``record_text`` a hand of a session, ``status`` where a session stands, ``log`` its entries, ``replies`` the answers of
commands, ``money`` balances, payouts and counted chips, ``session_text`` all of it, ``message`` for a group chat,
``stats`` statistics, ``chart_text`` a chart. ``html`` and ``rulecard`` fill the pages in ``templates``. What several of
them show is found out in ``views`` (a session) and ``moves`` (a hand); ``words`` and ``layout`` are their common
ground, ``terminal`` knows what a terminal can print.
"""
