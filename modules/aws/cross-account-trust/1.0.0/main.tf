# One role trusts everybody in the account; behind it stands one that can read the payroll bucket.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.80"
    }
    random = {
      source  = "hashicorp/random"
      version = "~> 3.6"
    }
  }
}

provider "aws" {
  default_tags {
    tags = { lab = "cross-account-trust" }
  }
}

variable "flag_payroll" {
  description = "The flag in the payroll file."
  type        = string
  sensitive   = true
}

data "aws_caller_identity" "this" {}
data "aws_region" "this" {}

resource "random_id" "suffix" {
  byte_length = 4
}

resource "aws_iam_user" "learner" {
  name          = "lab-user"
  force_destroy = true
}

resource "aws_iam_user_policy" "learner" {
  name = "lab-user-may-look"
  user = aws_iam_user.learner.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["iam:ListRoles", "iam:GetRole", "iam:GetRolePolicy", "iam:ListRolePolicies", "sts:AssumeRole"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_access_key" "learner" {
  user = aws_iam_user.learner.name
}

resource "aws_iam_role" "audit_reader" {
  name = "audit-reader"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { AWS = "arn:aws:iam::${data.aws_caller_identity.this.account_id}:root" } }]
  })
}

resource "aws_iam_role_policy" "audit_reader" {
  name = "audit-reader-may-hop"
  role = aws_iam_role.audit_reader.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Resource = aws_iam_role.payroll_export.arn }]
  })
}

resource "aws_iam_role" "payroll_export" {
  name = "payroll-export"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { AWS = "arn:aws:iam::${data.aws_caller_identity.this.account_id}:root" }, Condition = { ArnEquals = { "aws:PrincipalArn" = aws_iam_role.audit_reader.arn } } }]
  })
}

resource "aws_iam_role_policy" "payroll_export" {
  name = "payroll-export-reads"
  role = aws_iam_role.payroll_export.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:ListBucket", "s3:GetObject"]
      Resource = [aws_s3_bucket.payroll.arn, "${aws_s3_bucket.payroll.arn}/*"]
    }]
  })
}

resource "aws_s3_bucket" "payroll" {
  bucket        = "payroll-archive-${random_id.suffix.hex}"
  force_destroy = true
}

resource "aws_s3_bucket_public_access_block" "payroll" {
  bucket                  = aws_s3_bucket.payroll.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_object" "payroll" {
  bucket  = aws_s3_bucket.payroll.id
  key     = "payroll-2026-10"
  content = var.flag_payroll
}

output "region" {
  value = data.aws_region.this.name
}

output "lab_user_arn" {
  value = aws_iam_user.learner.arn
}

output "payroll_bucket" {
  value = aws_s3_bucket.payroll.bucket
}

output "console_url" {
  value = "https://${data.aws_caller_identity.this.account_id}.signin.aws.amazon.com/console"
}

output "credentials" {
  sensitive = true
  value = [
    { label = "Access key id", value = aws_iam_access_key.learner.id, secret = false },
    { label = "Secret access key", value = aws_iam_access_key.learner.secret, secret = true },
  ]
}

output "revocable" {
  value = ["aws_iam_access_key.learner"]
}
