/** The program `flagyard`, from the sources or the build. `flagyard --help` lists its commands. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { serverFolder } from './server-folder.ts'

enableCompileCache(join(serverFolder, '../.cache/compiled'))
const [{ runCommandLine }, { commands }] = await Promise.all([
  import('./commands/command-line.ts'),
  import('./commands/commands.ts'),
])
await runCommandLine(commands)
