# What a check before an exam builds: one thing that costs nothing. Its plan alone shows whether credentials are good.
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
  name     = "rg-preflight"
  location = "westeurope"
  tags     = { subscription = data.azurerm_subscription.this.display_name }
}
