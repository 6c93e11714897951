/** What a lab or an exam is built in, inside a sentence. */
export const ownAccounts = {
  aws: 'an AWS account of your own',
  azure: 'an Azure subscription of your own',
  gcp: 'a Google Cloud project of your own',
} as const
