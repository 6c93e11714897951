/** The whole server without the two web apps. */
import { serve } from '../../src/main.ts'

await serve({ site: false })
