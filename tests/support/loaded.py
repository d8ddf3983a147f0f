"""Reads every game and compiles every template; imported where processes are forked from (``tests.support.forked``)."""

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.compiled import keep_compiled

keep_compiled()
log = Log(":memory:")
templates = create_app(Tables(log, registry())).jinja_env
for name in templates.list_templates():
    templates.get_template(name)
log.close()
