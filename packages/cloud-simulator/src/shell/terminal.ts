import { type CommandNode, type PipelineNode, parse, type StatementNode } from 'just-bash'

/** Devices for the terminal. Only redirections that are added to a line refer to them. */
const OUTPUT = '/dev/terminal'
const ERRORS = '/dev/terminal-errors'

/**
 * Output of a line in chronological order. just-bash returns output and errors of a whole line as two texts, so each command that prints to the
 * terminal is redirected here. Its errors are shown first, because most commands warn before they print results.
 */
export class Terminal {
  private readonly parts: string[] = []
  /** Output of the current command. */
  private held = ''

  /** Whether a path is the terminal, which then takes the text. A command opens it by writing an empty text. */
  takes(path: string, text: string): boolean {
    if (path === ERRORS) this.parts.push(text)
    else if (path !== OUTPUT) return false
    else if (text === '') this.parts.push(this.taken())
    else this.held += text
    return true
  }

  /** All output so far. */
  get text(): string {
    return this.parts.join('') + this.held
  }

  private taken(): string {
    const { held } = this
    this.held = ''
    return held
  }
}

export const statementsOf = (script: string): StatementNode[] => parse(script).statements

/** Redirects each statement whose output reaches the terminal unchanged. */
export const onTerminal = (statements: StatementNode[]): StatementNode[] =>
  statements.map((one) => ({ ...one, pipelines: one.pipelines.map(redirected) }))

const group = statementsOf(`{ :; } >>${OUTPUT} 2>>${ERRORS}`)[0]?.pipelines[0]?.commands[0]

function redirected(pipeline: PipelineNode): PipelineNode {
  const [only] = pipeline.commands
  if (pipeline.timed || !only || group?.type !== 'Group') return pipeline
  if (pipeline.commands.length === 1) {
    const inside = redirectedInside(only)
    if (inside) return { ...pipeline, commands: [inside] }
  }
  const body = [
    { type: 'Statement' as const, operators: [], background: false, pipelines: [{ ...pipeline, negated: false }] },
  ]
  return { ...pipeline, pipeStderr: [], commands: [{ ...group, body }] }
}

/** A command that is redirected on the inside, or not at all. Undefined if it is redirected as a whole. */
function redirectedInside(command: CommandNode): CommandNode | undefined {
  // `exec` with a redirection affects the following lines, and a group around it would limit its effect.
  if (command.type === 'SimpleCommand') {
    const isExec = command.redirections.length > 0 && JSON.stringify(command.name?.parts ?? '').includes('"exec"')
    return isExec ? command : undefined
  }
  if (command.type === 'FunctionDef') return command
  if (command.redirections.length > 0) return undefined
  switch (command.type) {
    case 'If':
      return {
        ...command,
        clauses: command.clauses.map(({ condition, body }) => ({
          condition: onTerminal(condition),
          body: onTerminal(body),
        })),
        elseBody: command.elseBody && onTerminal(command.elseBody),
      }
    case 'While':
    case 'Until':
      return { ...command, condition: onTerminal(command.condition), body: onTerminal(command.body) }
    case 'For':
    case 'CStyleFor':
    case 'Group':
    case 'Subshell':
      return { ...command, body: onTerminal(command.body) }
    case 'Case':
      return { ...command, items: command.items.map((item) => ({ ...item, body: onTerminal(item.body) })) }
    default:
      return undefined
  }
}
