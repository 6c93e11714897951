# A notebook that needs no cloud: built of Terraform's own terraform_data alone, so no provider is downloaded.
terraform {
  required_version = ">= 1.5"
}

variable "title" {
  description = "What stands on its cover."
  type        = string
  default     = "Notebook"
}

variable "pages" {
  description = "How many pages it has."
  type        = number
  default     = 3
}

variable "flag_notebook" {
  description = "The flag on its last page."
  type        = string
  sensitive   = true
}

resource "terraform_data" "cover" {
  input = var.title
}

resource "terraform_data" "page" {
  count = var.pages
  input = "Page ${count.index + 1} of ${var.title}"
}

resource "terraform_data" "key" {
  input = "key of ${terraform_data.cover.id}"
}

output "title" {
  value = terraform_data.cover.output
}

# There is no cloud in which it could be found, so it is told: a lab never does that.
output "last_page" {
  value = nonsensitive("Page ${var.pages}: ${var.flag_notebook}")
}

output "console_url" {
  value = "https://notebook.example/"
}

output "credentials" {
  sensitive = true
  value = [
    { label = "User name", value = "reader", secret = false },
    { label = "Password", value = terraform_data.key.output, secret = true },
  ]
}

output "revocable" {
  value = ["terraform_data.key"]
}
