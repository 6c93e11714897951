import { vi } from 'vitest'

const { waitFor } = vi

/** Waits as long as `expect.element`: `vi.waitFor` gives up after one second by default, and no setting changes that. */
const TIMEOUT_MS = 20_000

vi.waitFor = (callback, options = { timeout: TIMEOUT_MS }) => waitFor(callback, options)
