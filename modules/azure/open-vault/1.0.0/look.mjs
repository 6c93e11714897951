// Looks into the vault as a learner does, by Azure's own command line, which must be installed.
import { execFileSync } from 'node:child_process'

const panel = JSON.parse(process.env.LAB_PANEL)
const credential = (label) => panel.credentials.find((one) => one.label === label)?.value ?? ''
const env = { ...process.env, AZURE_CONFIG_DIR: process.env.HOME, LAB_PANEL: '' }
const az = (...args) => execFileSync('az', args, { env, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })

// Azure's program takes the secret of a service principal from a file, so that it is no argument.
const { writeFileSync } = await import('node:fs')
writeFileSync(`${process.env.HOME}/secret`, credential('Client secret'), { mode: 0o600 })
az(
  'login',
  '--service-principal',
  '--tenant',
  credential('Tenant id'),
  '-u',
  credential('Client id'),
  '-p',
  `@${process.env.HOME}/secret`,
)
const secret = JSON.parse(
  az('keyvault', 'secret', 'show', '--vault-name', panel.outputs.vault, '--name', 'ledger-reader'),
)
console.log(
  JSON.stringify([{ type: 'azurerm_key_vault_secret', name: 'ledger-reader', attributes: { value: secret.value } }]),
)
