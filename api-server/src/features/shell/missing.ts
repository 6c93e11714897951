/** Programs whose subcommands are worth knowing. */
const CLOUD_COMMAND = /^(?:aws|az|gcloud|gsutil)(?: [a-z0-9][a-z0-9-]*| --[a-z0-9-]+){0,4}$/
/** Any other program, by its name alone. */
const PROGRAM = /^[a-z][a-z0-9-]{1,15}(?: --?[a-z0-9-]{1,20})?$/

/**
 * What may be counted of the commands that the simulation lacks: words of a command line, and nothing that a learner made up. A password that was pasted
 * into the shell, or a key, has capitals and signs, or does not look like the name of a program.
 */
export const countable = (missing: string[]): string[] =>
  missing
    .filter((command) => command.length <= 80 && (CLOUD_COMMAND.test(command) || PROGRAM.test(command)))
    .slice(0, 5)
