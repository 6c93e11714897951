/** Set to 1 when somebody else takes over; readable by other threads. */
export type Overtaken = Int32Array<SharedArrayBuffer>

/**
 * Does work where it disturbs nobody, and once more where it gets its turn for certain when that took longer than `patience`
 * milliseconds: the first result counts. Who waits in a queue sees that it was overtaken and answers null.
 */
export async function withPatience<T>(
  patient: (overtaken: Overtaken) => Promise<T | null>,
  urgent: () => Promise<T>,
  patience: number,
): Promise<T> {
  const overtaken = new Int32Array(new SharedArrayBuffer(4))
  const { promise: late, resolve: takeOver } = Promise.withResolvers<T>()
  const timer = setTimeout(() => {
    Atomics.store(overtaken, 0, 1)
    takeOver(urgent())
  }, patience)
  try {
    return await Promise.race([patient(overtaken).then((result) => result ?? late), late])
  } finally {
    clearTimeout(timer)
  }
}
