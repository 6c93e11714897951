/** Loaded before a program: V8 prints what its memory reducer thinks, and at SIGUSR2 the heap grows and is collected, after which the reducer looks for rest. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--trace-memory-reducer')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const kept: object[] = []
process.on('SIGUSR2', () => {
  for (let number = 0; number < 1_000_000; number++) kept.push({ number })
  collect()
})
