import type { AwsOperation } from './call.ts'
import { cloudtrail, logs } from './cloudtrail.ts'
import { dynamodb } from './dynamodb.ts'
import { ec2 } from './ec2.ts'
import { iam } from './iam.ts'
import { lambda } from './lambda.ts'
import { cloudformation, configservice } from './past.ts'
import { s3 } from './s3.ts'
import { s3api, s3control } from './s3api.ts'
import { secretsmanager, ssm } from './secrets.ts'
import { sts } from './sts.ts'
/** Simulated AWS services with their operations. */
export const services: Readonly<Record<string, Readonly<Record<string, AwsOperation>>>> = {
  sts,
  iam,
  s3,
  s3api,
  s3control,
  ec2,
  ssm,
  secretsmanager,
  lambda,
  dynamodb,
  cloudtrail,
  cloudformation,
  configservice,
  logs,
}
