/** Starts the server and both web apps with reload on one origin; learner-web's dev server proxies /api, /simulated-cloud and /admin. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { root } from './paths.ts'

const port = Number(process.env.PORT ?? 3000)
const [apiPort, adminPort] = [port + 1, port + 2]
const host = '127.0.0.1'

const api = startApi()
const admin = await startApp('admin-console', {
  base: '/admin/',
  server: { port: adminPort, ws: { port: adminPort, host } },
})
const learner = await startApp('learner-web', {
  server: {
    port,
    ws: { port, host: 'localhost' },
    proxy: {
      '/api': { target: `http://${host}:${apiPort}`, changeOrigin: false },
      '/simulated-cloud': { target: `http://${host}:${apiPort}`, changeOrigin: false },
      '/admin': { target: `http://${host}:${adminPort}`, changeOrigin: false },
    },
  },
})
console.log(`[dev] http://localhost:${port}/ and http://localhost:${port}/admin; API on ${apiPort}. Stop with Ctrl+C.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
api.once('exit', (code) => {
  if (code) void stop(code)
})

function startApi(): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'api-server/src/flagyard.ts', 'start', '--without-site'],
    {
      cwd: root,
      env: { DEMO: '1', PUBLIC_URL: `http://localhost:${port}`, ...process.env, PORT: String(apiPort) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`[api] ${line}`))
  }
  return child
}

async function startApp(app: string, config: InlineConfig): Promise<ViteDevServer> {
  const vite = await createServer({
    ...config,
    root: join(root, app),
    clearScreen: false,
    server: { host, strictPort: true, ...config.server },
  })
  await vite.listen()
  return vite
}

async function stop(code = 0): Promise<void> {
  api.kill('SIGTERM')
  await Promise.all([admin.close(), learner.close()])
  process.exit(code)
}
