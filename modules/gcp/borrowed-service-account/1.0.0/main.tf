# A viewer with one odd extra right, which hangs on a service account where the project's policy does not show it.
terraform {
  required_version = ">= 1.5"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 6.14"
    }
  }
}

provider "google" {}

variable "flag_ledger" {
  description = "The flag in the secret."
  type        = string
  sensitive   = true
}

data "google_project" "this" {}

resource "google_project_service" "needed" {
  for_each           = toset(["iamcredentials.googleapis.com", "secretmanager.googleapis.com"])
  service            = each.key
  disable_on_destroy = false
}

resource "google_service_account" "learner" {
  account_id = "lab-user"
}

resource "google_service_account_key" "learner" {
  service_account_id = google_service_account.learner.name
}

resource "google_project_iam_member" "learner_views" {
  project = data.google_project.this.project_id
  role    = "roles/viewer"
  member  = google_service_account.learner.member
}

resource "google_service_account" "deployer" {
  account_id = "deployer"
}

resource "google_service_account_iam_member" "learner_borrows" {
  service_account_id = google_service_account.deployer.name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = google_service_account.learner.member
}

resource "google_secret_manager_secret" "ledger" {
  secret_id  = "ledger"
  depends_on = [google_project_service.needed]

  replication {
    auto {}
  }
}

resource "google_secret_manager_secret_version" "ledger" {
  secret      = google_secret_manager_secret.ledger.id
  secret_data = var.flag_ledger
}

resource "google_secret_manager_secret_iam_member" "deployer_reads" {
  secret_id = google_secret_manager_secret.ledger.id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.deployer.member
}

output "project_id" {
  value = data.google_project.this.project_id
}

output "console_url" {
  value = "https://console.cloud.google.com/?project=${data.google_project.this.project_id}"
}

output "credentials" {
  sensitive = true
  value     = [{ label = "Key", value = base64decode(google_service_account_key.learner.private_key), secret = true }]
}

output "revocable" {
  value = ["google_service_account_key.learner"]
}
