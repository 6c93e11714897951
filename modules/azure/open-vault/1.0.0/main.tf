# A vault whose role assignment says more than anybody meant.
terraform {
  required_version = ">= 1.5"
  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 4.14"
    }
    azuread = {
      source  = "hashicorp/azuread"
      version = "~> 3.0"
    }
    random = {
      source  = "hashicorp/random"
      version = "~> 3.6"
    }
  }
}

provider "azurerm" {
  features {
    key_vault {
      purge_soft_delete_on_destroy = true
    }
    resource_group {
      prevent_deletion_if_contains_resources = false
    }
  }
}

provider "azuread" {}

variable "location" {
  description = "Where it is built."
  type        = string
  default     = "westeurope"
}

variable "flag_ledger_reader" {
  description = "The flag in the vault."
  type        = string
  sensitive   = true
}

data "azurerm_client_config" "this" {}

resource "random_id" "suffix" {
  byte_length = 4
}

resource "azurerm_resource_group" "lab" {
  name     = "rg-ledger-${random_id.suffix.hex}"
  location = var.location
}

resource "azurerm_key_vault" "payments" {
  name                       = "kv-payments-${random_id.suffix.hex}"
  location                   = azurerm_resource_group.lab.location
  resource_group_name        = azurerm_resource_group.lab.name
  tenant_id                  = data.azurerm_client_config.this.tenant_id
  sku_name                   = "standard"
  enable_rbac_authorization  = true
  purge_protection_enabled   = false
  soft_delete_retention_days = 7
}

resource "azurerm_role_assignment" "builder" {
  scope                = azurerm_key_vault.payments.id
  role_definition_name = "Key Vault Secrets Officer"
  principal_id         = data.azurerm_client_config.this.object_id
}

resource "azurerm_key_vault_secret" "ledger_reader" {
  name         = "ledger-reader"
  value        = var.flag_ledger_reader
  key_vault_id = azurerm_key_vault.payments.id
  depends_on   = [azurerm_role_assignment.builder]
}

resource "azuread_application" "learner" {
  display_name = "lab-user-${random_id.suffix.hex}"
}

resource "azuread_service_principal" "learner" {
  client_id = azuread_application.learner.client_id
}

resource "azuread_application_password" "learner" {
  application_id = azuread_application.learner.id
}

resource "azurerm_role_assignment" "learner_reads" {
  scope                = azurerm_resource_group.lab.id
  role_definition_name = "Reader"
  principal_id         = azuread_service_principal.learner.object_id
}

resource "azurerm_role_assignment" "learner_opens" {
  scope                = azurerm_resource_group.lab.id
  role_definition_name = "Key Vault Secrets User"
  principal_id         = azuread_service_principal.learner.object_id
}

output "subscription_id" {
  value = data.azurerm_client_config.this.subscription_id
}

output "vault" {
  value = azurerm_key_vault.payments.name
}

output "console_url" {
  value = "https://portal.azure.com/"
}

output "credentials" {
  sensitive = true
  value = [
    { label = "Tenant id", value = data.azurerm_client_config.this.tenant_id, secret = false },
    { label = "Client id", value = azuread_application.learner.client_id, secret = false },
    { label = "Client secret", value = azuread_application_password.learner.value, secret = true },
  ]
}

output "revocable" {
  value = ["azuread_application_password.learner"]
}
