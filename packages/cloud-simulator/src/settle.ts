/** Runs the work, then reports its outcome. Work that runs a script on a host returns a promise; all other work is synchronous. */
export function settle<T>(work: () => T, done: () => void, failed: (error: unknown) => void): T {
  const fail = (error: unknown): never => {
    failed(error)
    throw error
  }
  let result: T
  try {
    result = work()
  } catch (error) {
    return fail(error)
  }
  if (result instanceof Promise)
    return result.then((value) => {
      done()
      return value
    }, fail) as T
  done()
  return result
}
