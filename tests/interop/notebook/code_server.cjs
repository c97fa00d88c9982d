// Runs code-server as a library, without its editor: what its port proxy does is what is tested.
// Its command would start itself again and give up after ten seconds, which a busy machine needs.
const Module = require('node:module');
const [root, port, folder] = process.argv.slice(2);

// Hashes passwords, in native code that only an install with scripts builds. Nobody signs in here.
const load = Module._load;
Module._load = (request, ...rest) => (request === 'argon2' ? {} : load(request, ...rest));

const { parse, setDefaults } = require(`${root}/out/node/cli`);
const { runCodeServer } = require(`${root}/out/node/main`);

(async () => {
  const address = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`];
  const folders = ['--user-data-dir', folder, '--extensions-dir', `${folder}/extensions`];
  await runCodeServer(await setDefaults(parse([...address, ...folders])));
})();
