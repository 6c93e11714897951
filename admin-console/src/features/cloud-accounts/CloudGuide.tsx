import type { Cloud } from '@flagyard/api-types'
import { cloudCredentials } from '@flagyard/api-types/cloud-accounts/credentials'
import { PasswordInput, required } from 'react-admin'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { Text } from '../../crud/inputs.tsx'
import { CopyButton } from '../../crud/links.tsx'
import styles from './CloudGuide.module.css'

/** Instructions for the role and policy that the cloud must grant us, with commands to copy. */
export const CloudGuide = ({ cloud, id, region }: { cloud: Cloud; id: string; region: string }) => (
  <details className={styles.guide}>
    <summary>How to prepare the {cloudProviders[cloud].resourceLabel[0]} and get its credentials</summary>
    <ol className={styles.steps}>
      {guideOf(cloud, id, region).map(({ what, code }, index) => (
        <li key={what}>
          {what}
          {code && (
            <div className={styles.code}>
              <pre>{code}</pre>
              <CopyButton text={code} label={`Copy step ${index + 1}`} />
            </div>
          )}
        </li>
      ))}
    </ol>
  </details>
)

interface GuideStep {
  what: string
  /** Command or policy to copy. Includes the ID and region once they are typed. */
  code?: string
}

const user = 'flagyard'

/** Services without a region. A policy restricted to regions would block them. */
const GLOBAL_SERVICES = [
  'iam',
  'sts',
  'organizations',
  'account',
  'route53',
  'cloudfront',
  'globalaccelerator',
  'support',
]

const regionPolicy = (region: string) =>
  JSON.stringify(
    {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'StayInTheOrganization',
          Effect: 'Deny',
          Action: ['organizations:LeaveOrganization', 'account:CloseAccount'],
          Resource: '*',
        },
        {
          Sid: 'StayInTheRegion',
          Effect: 'Deny',
          NotAction: GLOBAL_SERVICES.map((service) => `${service}:*`),
          Resource: '*',
          Condition: { StringNotEquals: { 'aws:RequestedRegion': [region] } },
        },
      ],
    },
    null,
    2,
  )

/** How to prepare an account and create its credentials, per cloud. */
const guides: Record<Cloud, (id: string, region: string) => GuideStep[]> = {
  aws: (_id, region) => [
    { what: 'Use an account that is only used for labs: everything in it is deleted after each lab.' },
    {
      what: 'In that account, create a user with the AdministratorAccess policy, because labs can build any resource, and an access key:',
      code: [
        `aws iam create-user --user-name ${user}`,
        `aws iam attach-user-policy --user-name ${user} --policy-arn arn:aws:iam::aws:policy/AdministratorAccess`,
        `aws iam create-access-key --user-name ${user}`,
      ].join('\n'),
    },
    {
      what: 'In its AWS organisation, attach this service control policy, which blocks other regions:',
      code: regionPolicy(region || 'eu-west-1'),
    },
    { what: 'Enter AccessKeyId and SecretAccessKey from the output below.' },
  ],
  azure: (id) => [
    { what: 'Use a subscription that is only used for labs: everything in it is deleted after each lab.' },
    {
      what: 'Create a service principal with the Owner role on it, because labs also assign roles:',
      code: `az ad sp create-for-rbac --name ${user} --role Owner --scopes /subscriptions/${id || '<subscription id>'}`,
    },
    { what: 'Enter tenant, appId (as the client ID) and password (as the client secret) from the output below.' },
  ],
  gcp: (id) => {
    const project = id || '<project id>'
    const member = `${user}@${project}.iam.gserviceaccount.com`
    return [
      { what: 'Use a project that is only used for labs: everything in it is deleted after each lab.' },
      {
        what: 'Create a service account with roles/owner on it, because labs also assign roles, and a key:',
        code: [
          `gcloud iam service-accounts create ${user} --project ${project}`,
          `gcloud projects add-iam-policy-binding ${project} --member serviceAccount:${member} --role roles/owner`,
          `gcloud iam service-accounts keys create ${user}.json --iam-account ${member}`,
        ].join('\n'),
      },
      { what: `Paste the content of ${user}.json below, then delete the file.` },
    ]
  },
}

const guideOf = (cloud: Cloud, id: string, region: string): GuideStep[] => guides[cloud](id, region)

/** Credential fields of a cloud, all required. Their values are never shown again. */
export const CredentialInputs = ({ cloud }: { cloud: Cloud }) =>
  cloudCredentials[cloud].map(({ name, label, isSecret }) =>
    isSecret ? (
      <PasswordInput
        key={name}
        source={`credentials.${name}`}
        label={label}
        validate={required('Enter a value')}
        helperText={false}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 20_000, autoComplete: 'new-password' } }}
      />
    ) : (
      <Text
        key={name}
        source={`credentials.${name}`}
        label={label}
        maxLength={200}
        isRequired
        fullWidth
        autoComplete="off"
      />
    ),
  )
