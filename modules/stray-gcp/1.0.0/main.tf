# What a proof leaves in an account as if by hand: its state is thrown away, so that the cleaner alone can find it.
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

data "google_project" "this" {}

resource "google_pubsub_topic" "this" {
  name    = "stray"
  project = data.google_project.this.project_id
}
