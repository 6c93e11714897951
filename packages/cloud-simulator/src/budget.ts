import type { Limits } from './world.ts'
/** A line exceeded a limit of the simulated shell. The message is shown to the learner. */
export class LimitReached extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitReached'
  }
}

/** Counts the work of one line across all commands, loops and hosts, so that no line can keep the server busy. */
export class Budget {
  readonly limits: Limits
  private steps = 0
  private work = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Call before each command and each loop iteration. */
  step() {
    this.steps++
    if (this.steps > this.limits.steps)
      throw new LimitReached(`Stopped: one line may run ${this.limits.steps} commands. Is there a loop without an end?`)
  }

  /** Call before any operation whose cost grows with its input. */
  spend(amount: number) {
    this.work += amount
    if (this.work > this.limits.work)
      throw new LimitReached('Stopped: this line was too much work for a simulated shell. Try it on less.')
  }

  assertFits(length: number) {
    if (length > this.limits.output)
      throw new LimitReached(`Stopped: one line may print ${this.limits.output.toLocaleString('en-US')} characters.`)
  }
}
