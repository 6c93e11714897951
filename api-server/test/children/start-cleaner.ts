/** Worker whose clean-up hangs: `program store`. */
import { createCleaner } from '../../src/integrations/clouds/cleaner.ts'

const [program = '', store = ''] = process.argv.slice(2)
const none = { nuke: undefined, tenant: undefined }
const cleaner = createCleaner({
  commands: {
    aws: { nuke: [process.execPath, program, 'hangs', store, '--config', '{config}'], tenant: undefined },
    azure: none,
    gcp: none,
  },
  baseline: async () => ({ version: '1', blocklist: ['999999999999'], aws: { regions: ['us-east-1'], keep: {} } }),
})
const access = { cloud: 'aws', account_id: '111122223333', region: 'us-east-1', credentials: {} } as const
await cleaner.inventory(access, { signal: new AbortController().signal })
