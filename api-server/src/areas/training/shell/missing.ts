/** Programs that are counted with their subcommands. */
const CLOUD_COMMAND = /^(?:aws|az|gcloud|gsutil)(?: [a-z0-9][a-z0-9-]*| --[a-z0-9-]+){0,4}$/
/** Any other program: counted by its name and at most one option. */
const PROGRAM = /^[a-z][a-z0-9-]{1,15}(?: --?[a-z0-9-]{1,20})?$/

/**
 * Missing commands that may be counted: words of a command line, but nothing that a learner made up. A pasted password or key
 * contains capitals or symbols, or does not look like a program name.
 */
export const countable = (missing: string[]): string[] =>
  missing
    .filter((command) => command.length <= 80 && (CLOUD_COMMAND.test(command) || PROGRAM.test(command)))
    .slice(0, 5)
