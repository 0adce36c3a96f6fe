/* server.mjs - a `coppice serve` of its own for a test: private games and cache, a free port. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = process.env.COPPICE;

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false));

    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/* Not one that the system gives to connections: somebody else's could have it while a test's server is
 * stopped, and so could a page that tries to reach it. */
async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(20_000 * Math.random());

    if (await isFree(port)) return port;
  }
}

export class Server {
  /** Starts it with more words on the command line; resolves when it answers. */
  static async start(...words) {
    const server = new Server();

    server.folder = mkdtempSync(join(tmpdir(), 'coppice-browser-'));
    server.port = await freePort();
    server.words = words;
    server.address = `http://127.0.0.1:${server.port}`;
    await server.resume();
    return server;
  }

  /** Starts the program on the same port with the same games. */
  async resume() {
    const { folder, port, words } = this;
    const child = spawn(program, ['serve', '--port', String(port), '--games', join(folder, 'games'), ...words], {
      env: { ...process.env, COPPICE_CACHE: join(folder, 'cache'), COPPICE_DATABASES: join(folder, 'databases') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

    this.child = child;
    this.said = '';
    child.stdout.on('data', (data) => (this.said += data));
    child.stderr.on('data', (data) => (this.said += data));
    this.ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    await this.#answers();
  }

  /** Positions with so many pieces and fewer, with distances; before the game is looked at. */
  buildDatabase(game, pieces) {
    const folder = join(this.folder, 'databases');

    execFileSync(program, ['database', 'build', game, '--pieces', pieces, '--distance', '--quiet', '--folder', folder]);
  }

  async #answers() {
    const ended = this.ended.then((how) => {
      throw new Error(`coppice serve ended (${how}): ${this.said}`);
    });
    const answer = async () => {
      for (;;) {
        try {
          return (await fetch(`${this.address}/api/about`)).ok;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };

    await Promise.race([answer(), ended]);
  }

  /** Ends the program as Ctrl-C does; gives its status. */
  stop() {
    this.child.kill('SIGINT');
    return this.ended;
  }

  /** Ends it as a crash does. */
  kill() {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  async discard() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async get(path) {
    return (await fetch(this.address + path)).json();
  }

  async post(path, body) {
    const answer = await fetch(this.address + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = await answer.json();

    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${said.error}`);
    return said;
  }
}
