/** Actions that a console requires for a resource type: to list it, to open its settings, and to read its data. */
export interface Rule {
  list: string
  /** Action for attributes that are settings. Default: the action of `list`. */
  open?: string
  /** Attributes that contain data, each with the action that reads it. */
  data?: Record<string, string>
}

/** Attributes never shown in any console: keys, and anything only meant for commands. */
export const NEVER = new Set([
  'secret',
  'added_passwords',
  'passwords',
  'log',
  'log_of_the_longest_build',
  'output',
  'errors',
  'code',
  'answer',
  'revoked',
  'holds',
])

export const awsRules: Record<string, Rule> = {
  aws_iam_user: { list: 'iam:ListUsers', open: 'iam:GetUser' },
  aws_iam_role: { list: 'iam:ListRoles', open: 'iam:GetRole' },
  aws_iam_group: { list: 'iam:ListGroups', open: 'iam:GetGroup' },
  aws_iam_policy: { list: 'iam:ListPolicies', open: 'iam:GetPolicy', data: { policy: 'iam:GetPolicyVersion' } },
  aws_iam_role_policy: { list: 'iam:ListRolePolicies', data: { policy: 'iam:GetRolePolicy' } },
  aws_iam_user_policy: { list: 'iam:ListUserPolicies', data: { policy: 'iam:GetUserPolicy' } },
  aws_iam_group_policy: { list: 'iam:ListGroupPolicies', data: { policy: 'iam:GetGroupPolicy' } },
  aws_iam_role_policy_attachment: { list: 'iam:ListAttachedRolePolicies' },
  aws_iam_user_policy_attachment: { list: 'iam:ListAttachedUserPolicies' },
  aws_iam_access_key: { list: 'iam:ListAccessKeys' },
  aws_iam_instance_profile: { list: 'iam:ListInstanceProfiles' },
  aws_s3_bucket: {
    list: 's3:ListAllMyBuckets',
    open: 's3:GetBucketLocation',
    data: { policy: 's3:GetBucketPolicy', tags: 's3:GetBucketTagging' },
  },
  aws_s3_object: { list: 's3:ListBucket', data: { contents: 's3:GetObject' } },
  aws_instance: { list: 'ec2:DescribeInstances', data: { user_data: 'ec2:DescribeInstanceAttribute' } },
  aws_ssm_parameter: { list: 'ssm:DescribeParameters', data: { value: 'ssm:GetParameter' } },
  aws_secretsmanager_secret: {
    list: 'secretsmanager:ListSecrets',
    open: 'secretsmanager:DescribeSecret',
    data: { value: 'secretsmanager:GetSecretValue', policy: 'secretsmanager:GetResourcePolicy' },
  },
  aws_lambda_function: {
    list: 'lambda:ListFunctions',
    open: 'lambda:GetFunctionConfiguration',
    data: { policy: 'lambda:GetPolicy' },
  },
  aws_dynamodb_table: {
    list: 'dynamodb:ListTables',
    open: 'dynamodb:DescribeTable',
    data: { items: 'dynamodb:Scan', last_row: 'dynamodb:Scan' },
  },
  aws_cloudtrail: { list: 'cloudtrail:DescribeTrails' },
  aws_cloudwatch_log_group: { list: 'logs:DescribeLogGroups', data: { contents: 'logs:FilterLogEvents' } },
  aws_kms_key: { list: 'kms:ListKeys', data: { policy: 'kms:GetKeyPolicy' } },
  aws_vpc: { list: 'ec2:DescribeVpcs' },
  aws_default_vpc: { list: 'ec2:DescribeVpcs' },
  aws_subnet: { list: 'ec2:DescribeSubnets' },
  aws_security_group: { list: 'ec2:DescribeSecurityGroups' },
  aws_internet_gateway: { list: 'ec2:DescribeInternetGateways' },
  aws_eip: { list: 'ec2:DescribeAddresses' },
  aws_ebs_volume: { list: 'ec2:DescribeVolumes' },
}

export const gcpRules: Record<string, Rule> = {
  google_service_account: { list: 'iam.serviceAccounts.list' },
  google_service_account_iam_member: { list: 'iam.serviceAccounts.getIamPolicy' },
  google_project_iam_member: { list: 'resourcemanager.projects.getIamPolicy' },
  google_project_iam_custom_role: { list: 'iam.roles.list' },
  google_storage_bucket: { list: 'storage.buckets.list' },
  google_storage_bucket_iam_member: { list: 'storage.buckets.getIamPolicy' },
  google_storage_bucket_object: { list: 'storage.objects.list', data: { contents: 'storage.objects.get' } },
  google_secret_manager_secret: {
    list: 'secretmanager.secrets.list',
    data: { value: 'secretmanager.versions.access' },
  },
  google_secret_manager_secret_iam_member: { list: 'secretmanager.secrets.getIamPolicy' },
  google_cloudbuild_trigger: { list: 'cloudbuild.builds.list' },
  google_cloudbuild_build: { list: 'cloudbuild.builds.list' },
  google_cloudbuild_worker_pool: { list: 'cloudbuild.workerpools.list' },
  google_cloudfunctions2_function: { list: 'cloudfunctions.functions.list' },
  google_cloud_run_v2_service: { list: 'run.services.list' },
  google_artifact_registry_repository: { list: 'artifactregistry.repositories.list' },
  google_compute_network: { list: 'compute.networks.list' },
  google_compute_instance: { list: 'compute.instances.list' },
  google_logging_project_bucket_config: { list: 'logging.logs.list' },
  google_project_service: { list: 'serviceusage.services.list' },
}
