import { Script } from 'node:vm'

/** Milliseconds between two scripts that keep the memory reducer of V8 awake: what it remembers of one is gone after some 100 seconds. */
const SCRIPT_EVERY_MS = 30_000

/**
 * Lets V8 give memory back when the process comes to rest. It has a part for that, its memory reducer, which waits until little is made; but from
 * Node 24 on it takes a process that makes nothing at all on the side of C++ for one that makes very much there. A script is such an object
 * (docs/decisions/0031-one-built-server.md).
 */
export function wakeMemoryReducer(): void {
  const make = () => new Script('0')
  make()
  setInterval(make, SCRIPT_EVERY_MS).unref()
}
