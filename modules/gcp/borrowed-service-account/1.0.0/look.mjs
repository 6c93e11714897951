// Borrows the service account and reads the secret as a learner does, by Google's own command line, which must be installed.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const panel = JSON.parse(process.env.LAB_PANEL)
const key = panel.credentials.find((one) => one.label === 'Key')?.value ?? ''
const file = `${process.env.HOME}/key.json`
writeFileSync(file, key, { mode: 0o600 })
const env = {
  ...process.env,
  CLOUDSDK_CONFIG: process.env.HOME,
  CLOUDSDK_CORE_PROJECT: panel.account_id,
  LAB_PANEL: '',
}
const gcloud = (...args) => execFileSync('gcloud', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

gcloud('auth', 'activate-service-account', `--key-file=${file}`)
const deployer = `deployer@${panel.account_id}.iam.gserviceaccount.com`
const value = gcloud(
  'secrets',
  'versions',
  'access',
  'latest',
  '--secret=ledger',
  `--impersonate-service-account=${deployer}`,
)
console.log(JSON.stringify([{ type: 'google_secret_manager_secret_version', name: 'ledger', attributes: { value } }]))
