/** Kind of account that a lab or exam uses, for use within a sentence. */
export const ownAccounts = {
  aws: 'an AWS account of your own',
  azure: 'an Azure subscription of your own',
  gcp: 'a Google Cloud project of your own',
} as const
