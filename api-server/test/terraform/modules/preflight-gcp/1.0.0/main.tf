resource "terraform_data" "preflight" {}
