# What a check before an exam builds: one thing that costs nothing. Its plan alone shows whether credentials are good.
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
  name    = "preflight"
  project = data.google_project.this.project_id
}
