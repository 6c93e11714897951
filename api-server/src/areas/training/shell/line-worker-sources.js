import { registerHooks } from 'node:module'
import { workerData } from 'node:worker_threads'

/**
 * The line worker where the server runs its sources. The main thread has stripped the types already, for the reason that hash-worker.js gives: a thread
 * must not load the WebAssembly program that does it.
 */
registerHooks({
  load(url, context, next) {
    const source = workerData.sources.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

export default (await import('./line-worker.ts')).default
