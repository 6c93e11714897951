# What a check before an exam builds: one thing that costs nothing. Its plan alone shows whether credentials are good.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.80"
    }
  }
}

provider "aws" {}

resource "aws_ssm_parameter" "this" {
  name  = "/flagyard/preflight"
  type  = "String"
  value = "preflight"
}
