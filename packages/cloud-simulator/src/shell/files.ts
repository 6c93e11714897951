import type { IFileSystem } from 'just-bash'
import { LimitReached } from '../budget.ts'
import { absolute, assertWritable, isFile, isFolder, namesIn } from '../files.ts'
import type { Session } from '../session.ts'
import { Terminal } from './terminal.ts'

type Stat = Awaited<ReturnType<IFileSystem['stat']>>
type Entry = Awaited<ReturnType<NonNullable<IFileSystem['readdirWithFileTypes']>>>[number]
type Content = Parameters<IFileSystem['writeFile']>[1]
type Encoding = Parameters<IFileSystem['writeFile']>[2]

/** Standard devices. They are always empty and discard what is written. */
const isDevice = (path: string) => /^\/dev\/(null|zero|tty|stdin|stdout|stderr)$/.test(path)

/** The file system of a shell's programs: texts by path. A folder exists while it contains a file, or after mkdir. */
export class ShellFiles implements IFileSystem {
  readonly terminal = new Terminal()
  private readonly session: Session

  constructor(session: Session) {
    this.session = session
  }

  private get state() {
    return this.session.state
  }

  async readFile(path: string): Promise<string> {
    return this.read(path)
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return new TextEncoder().encode(this.read(path))
  }

  async writeFile(path: string, content: Content, encoding?: Encoding): Promise<void> {
    this.write(path, textOf(content, encoding))
  }

  async appendFile(path: string, content: Content, encoding?: Encoding): Promise<void> {
    const text = textOf(content, encoding)
    if (this.terminal.takes(path, text)) return
    this.write(path, (isFile(this.state, path) ? this.read(path) : '') + text)
  }

  async exists(path: string): Promise<boolean> {
    return isDevice(path) || isFile(this.state, path) || isFolder(this.state, path)
  }

  async stat(path: string): Promise<Stat> {
    if (!(await this.exists(path))) throw refused('ENOENT: no such file or directory', path)
    const isDirectory = isFolder(this.state, path)
    const text = this.state.files[path] ?? ''
    return {
      isFile: !isDirectory,
      isDirectory,
      isSymbolicLink: false,
      // There are no file modes: a file with a shebang line is executable.
      mode: isDirectory || text.startsWith('#!') ? 0o755 : 0o644,
      size: isDirectory ? 4096 : Buffer.byteLength(text),
      mtime: this.session.now,
      identity: path,
    }
  }

  lstat(path: string): Promise<Stat> {
    return this.stat(path)
  }

  async mkdir(path: string, { recursive = false } = {}): Promise<void> {
    if (isFile(this.state, path)) throw refused('EEXIST: file already exists', path)
    if (isFolder(this.state, path)) {
      if (!recursive) throw refused('EEXIST: file already exists', path)
      return
    }
    assertWritable(path, path)
    this.limited(() => this.session.makeFolder(path))
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.readdirWithFileTypes(path)).map(({ name }) => name)
  }

  async readdirWithFileTypes(path: string): Promise<Entry[]> {
    if (isFile(this.state, path)) throw refused('ENOTDIR: not a directory', path)
    if (!isFolder(this.state, path)) throw refused('ENOENT: no such file or directory', path)
    return namesIn(this.state, path).map((name) => {
      const isDirectory = name.endsWith('/')
      return { name: name.replace(/\/$/, ''), isFile: !isDirectory, isDirectory, isSymbolicLink: false }
    })
  }

  async rm(path: string, { recursive = false, force = false } = {}): Promise<void> {
    const { state } = this
    if (isFile(state, path)) delete state.files[path]
    else if (!isFolder(state, path)) {
      if (!force) throw refused('ENOENT: no such file or directory', path)
    } else {
      assertWritable(path, path)
      const inside = this.inside(path)
      if (inside.length > 0 && !recursive) throw refused('ENOTEMPTY: directory not empty', path)
      for (const file of inside) delete state.files[file]
      state.folders = (state.folders ?? []).filter((one) => one !== path && !one.startsWith(`${path}/`))
    }
  }

  async cp(from: string, to: string, { recursive = false } = {}): Promise<void> {
    if (isFile(this.state, from)) return this.write(to, this.read(from))
    if (!isFolder(this.state, from)) throw refused('ENOENT: no such file or directory', from)
    if (!recursive) throw refused('EISDIR: is a directory', from)
    await this.mkdir(to, { recursive: true })
    for (const file of this.inside(from)) this.write(to + file.slice(from.length), this.read(file))
  }

  async mv(from: string, to: string): Promise<void> {
    if (from === to) return
    await this.cp(from, to, { recursive: true })
    await this.rm(from, { recursive: true })
  }

  resolvePath(base: string, path: string): string {
    return absolute({ cwd: base, env: {} }, path.replace(/^~/, './~'))
  }

  getAllPaths(): string[] {
    return [...Object.keys(this.state.files), ...(this.state.folders ?? [])]
  }

  async chmod(path: string): Promise<void> {
    await this.stat(path)
  }

  async utimes(path: string): Promise<void> {
    await this.stat(path)
  }

  async realpath(path: string): Promise<string> {
    await this.stat(path)
    return path
  }

  async symlink(_target: string, path: string): Promise<void> {
    throw refused('EPERM: operation not permitted', path)
  }

  async link(_existing: string, path: string): Promise<void> {
    throw refused('EPERM: operation not permitted', path)
  }

  async readlink(path: string): Promise<string> {
    throw refused('EINVAL: invalid argument', path)
  }

  private inside(folder: string): string[] {
    return Object.keys(this.state.files).filter((file) => file.startsWith(`${folder === '/' ? '' : folder}/`))
  }

  private read(path: string): string {
    if (isDevice(path)) return ''
    if (isFolder(this.state, path)) throw refused('EISDIR: illegal operation on a directory', path)
    if (!isFile(this.state, path)) throw refused('ENOENT: no such file or directory', path)
    const text = this.state.files[path] ?? ''
    this.limited(() => this.session.budget.spend(text.length))
    return text
  }

  private write(path: string, text: string): void {
    if (isDevice(path)) return
    if (isFolder(this.state, path)) throw refused('EISDIR: illegal operation on a directory', path)
    assertWritable(path, path)
    this.limited(() => {
      this.session.budget.spend(text.length)
      this.session.writeFile(path, text)
    })
  }

  /** The shell's programs treat an error from a file as their own. A limit must end the line in any case. */
  private limited(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof LimitReached) this.session.stop(error)
      throw error
    }
  }
}

const refused = (reason: string, path: string) => new Error(`${reason}, '${path}'`)

/** Invalid UTF-8 is shown as replacement characters, because files in this shell are text. */
function textOf(content: Content, encoding: Encoding): string {
  if (typeof content !== 'string') return new TextDecoder().decode(content)
  const name = typeof encoding === 'string' ? encoding : encoding?.encoding
  return !name || /^utf-?8$/i.test(name) ? content : Buffer.from(content, name as BufferEncoding).toString('utf8')
}
