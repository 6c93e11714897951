import { CommandError, type Commands } from '../command.ts'
import { absolute, assertWritable, readFile, unzipFiles, zipFiles } from '../files.ts'
/** Archive commands of this shell, for functions that require their code as an archive. */
export const archives: Commands = {
  zip: {
    about: 'packs files: zip function.zip bootstrap',
    run({ args, session, out }) {
      const [target, ...names] = args.filter((one) => !one.startsWith('-'))
      if (!target || names.length === 0) throw new CommandError('give the archive and the files to pack')
      const path = absolute(session.state, target)
      assertWritable(path, target)
      const files = Object.fromEntries(names.map((name) => [name.split('/').at(-1) ?? name, readFile(session, name)]))
      session.writeFile(path, zipFiles(files))
      for (const name of names) out(`  adding: ${name}\n`)
      return 0
    },
  },
  unzip: {
    about: 'unpacks an archive that zip made',
    run({ args, session, out }) {
      const [name = ''] = args.filter((one) => !one.startsWith('-'))
      const files = unzipFiles(readFile(session, name))
      if (!files) throw new CommandError(`${name}: this is no archive of this shell`)
      for (const [file, content] of Object.entries(files)) {
        const path = absolute(session.state, file)
        assertWritable(path, file)
        session.writeFile(path, content)
        out(`  inflating: ${file}\n`)
      }
      return 0
    },
  },
}
