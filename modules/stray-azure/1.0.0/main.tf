# What a proof leaves in an account as if by hand: its state is thrown away, so that the cleaner alone can find it.
terraform {
  required_version = ">= 1.5"
  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 4.14"
    }
  }
}

provider "azurerm" {
  features {}
}

data "azurerm_subscription" "this" {}

resource "azurerm_resource_group" "this" {
  name     = "rg-stray"
  location = "westeurope"
  tags     = { subscription = data.azurerm_subscription.this.display_name }
}
