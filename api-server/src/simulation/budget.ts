import type { Limits } from './world.ts'
/** A line went beyond what a simulated shell may do. The sentence is for the learner. */
export class LimitReached extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitReached'
  }
}

/** Counts what one line does, whatever commands, loops and machines it goes through, so that no line keeps the server busy. */
export class Budget {
  readonly limits: Limits
  private steps = 0
  private work = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Before each command and each round of a loop. */
  step() {
    this.steps++
    if (this.steps > this.limits.steps)
      throw new LimitReached(`Stopped: one line may run ${this.limits.steps} commands. Is there a loop without an end?`)
  }

  /** Before anything whose cost grows with its input. */
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
