# What a proof leaves in an account as if by hand: its state is thrown away, so that the cleaner alone can find it.
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
  name  = "/flagyard/stray"
  type  = "String"
  value = "stray"
}
