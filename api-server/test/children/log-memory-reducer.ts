/** Loaded before a program. V8 logs its memory reducer; SIGUSR2 fills the heap and starts the reducer. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--trace-memory-reducer')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const retained: object[] = []
process.on('SIGUSR2', () => {
  for (let number = 0; number < 1_000_000; number++) retained.push({ number })
  collect()
})
