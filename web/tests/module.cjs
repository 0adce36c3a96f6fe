/* Node 18 does not look beyond node_modules for a package.json, so the compiled tests get their own. */
require('node:fs').writeFileSync('node_modules/.unit/package.json', '{ "type": "module" }\n');
