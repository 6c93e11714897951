import { afterAll, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// vitest-browser-react registers this only in the first file of a page that several files share.
beforeEach(cleanup)
afterAll(cleanup)
