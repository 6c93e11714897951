/** An error of an AWS service, printed like the AWS command line does. */
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

/** An error of the program itself, before any call. */
export class AwsUsageError extends AwsError {
  constructor(message: string, exit = 252) {
    super('', message, exit)
    this.name = 'AwsUsageError'
  }
}
