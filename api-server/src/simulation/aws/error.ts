/** A refusal of a service of AWS, printed as its command line prints it. */
export class AwsError extends Error {
  readonly code: string
  readonly exit: number

  constructor(code: string, message: string, exit = 254) {
    super(message)
    this.name = 'AwsError'
    this.code = code
    this.exit = exit
  }
}

/** What the program itself says before it calls anything. */
export class AwsUsageError extends AwsError {
  constructor(message: string, exit = 252) {
    super('', message, exit)
    this.name = 'AwsUsageError'
  }
}
