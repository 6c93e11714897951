import { vi } from 'vitest'

const { waitFor } = vi

/** As long as `expect.element` waits: of its own, `vi.waitFor` gives up after one second, and no setting says otherwise. */
const TIMEOUT_MS = 20_000

vi.waitFor = (callback, options = { timeout: TIMEOUT_MS }) => waitFor(callback, options)
