/** Does work, then says how it ended. Work that runs a script on a host is a promise; all other work is done at once. */
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
