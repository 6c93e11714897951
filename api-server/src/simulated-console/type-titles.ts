/** Display name of a resource type in the cloud's own terms: `aws_iam_role` is an IAM role. */
export function titleOf(type: string): string {
  const [, ...words] = type.split('_')
  const spoken = words.map((word) => WORDS[word] ?? word).join(' ')
  return TITLES[type] ?? spoken.charAt(0).toUpperCase() + spoken.slice(1)
}

/** Words whose spelling differs from the type name. */
const WORDS: Record<string, string> = {
  ebs: 'EBS',
  iam: 'IAM',
  kms: 'KMS',
  s3: 'S3',
  vpc: 'VPC',
}

/** Types whose display name differs from the type name. */
const TITLES: Record<string, string> = {
  aws_cloudtrail: 'CloudTrail trail',
  aws_cloudwatch_log_group: 'CloudWatch log group',
  aws_dynamodb_table: 'DynamoDB table',
  aws_eip: 'Elastic IP address',
  aws_instance: 'EC2 instance',
  aws_iam_role_policy: 'IAM inline policy of a role',
  aws_iam_user_policy: 'IAM inline policy of a user',
  aws_iam_group_policy: 'IAM inline policy of a group',
  aws_lambda_function: 'Lambda function',
  aws_secretsmanager_secret: 'Secrets Manager secret',
  aws_ssm_parameter: 'Systems Manager parameter',
  azuread_application: 'App registration',
  azuread_service_principal: 'Enterprise application',
  azurerm_linux_virtual_machine: 'Virtual machine',
  azurerm_storage_account_network_rules: 'Storage account firewall',
  azurerm_storage_blob: 'Blob',
  azurerm_storage_container: 'Blob container',
  azurerm_user_assigned_identity: 'User-assigned managed identity',
  google_artifact_registry_repository: 'Artifact Registry repository',
  google_cloud_run_v2_service: 'Cloud Run service',
  google_cloudbuild_build: 'Cloud Build build',
  google_cloudbuild_trigger: 'Cloud Build trigger',
  google_cloudbuild_worker_pool: 'Cloud Build worker pool',
  google_cloudfunctions2_function: 'Cloud Run function',
  google_compute_instance: 'Compute Engine instance',
  google_compute_network: 'VPC network',
  google_logging_project_bucket_config: 'Log bucket',
  google_org_policy_policy: 'Organization policy',
  google_project_iam_audit_config: 'Audit log configuration',
  google_project_iam_custom_role: 'Custom role',
  google_project_iam_member: 'IAM principal of the project',
  google_project_service: 'Enabled API',
  google_secret_manager_secret: 'Secret Manager secret',
  google_secret_manager_secret_iam_member: 'IAM principal of a secret',
  google_service_account_iam_member: 'IAM principal of a service account',
  google_storage_bucket: 'Cloud Storage bucket',
  google_storage_bucket_iam_member: 'IAM principal of a bucket',
  google_storage_bucket_object: 'Cloud Storage object',
}
