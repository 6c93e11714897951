import { Script } from 'node:vm'

/** Milliseconds between two scripts that keep V8's memory reducer awake. The effect of one lasts some 100 seconds. */
const SCRIPT_EVERY_MS = 30_000

/**
 * Lets V8 release memory when the process becomes idle. V8's memory reducer does that once allocation is low. From Node 24 on, it mistakes a process
 * that allocates nothing on the C++ side for one that allocates a lot there. A script is such an allocation
 * (docs/decisions/0031-one-built-server.md).
 */
export function wakeMemoryReducer(): void {
  const make = () => new Script('0')
  make()
  setInterval(make, SCRIPT_EVERY_MS).unref()
}
