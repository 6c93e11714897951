# Cloud of the tests: one file per resource in a folder. Tests compare the files with the Terraform state.
variable "cloud" {
  type = string
}

variable "sheds" {
  type    = number
  default = 2
}

variable "note" {
  type    = string
  default = ""
}

# Access keys of a learner. Each is a file, which is deleted when the key is revoked.
variable "keys" {
  type    = number
  default = 0
}

# Milliseconds that the creation of a shed takes. Its file exists from the start.
variable "slow" {
  type    = number
  default = 0
}

variable "fail" {
  type    = string
  default = ""
}

variable "noise" {
  type    = number
  default = 0
}

variable "flag_shed" {
  type      = string
  sensitive = true
  default   = "none"
}

resource "terraform_data" "shed" {
  count            = var.sheds
  input            = { cloud = var.cloud, name = "terraform_data.shed-${count.index}" }
  triggers_replace = var.sheds

  provisioner "local-exec" {
    environment = { FILE = "${var.cloud}/terraform_data.shed-${count.index}", SLOW = var.slow, FAIL = var.fail, NOISE = var.noise }
    command     = <<-E
      : > "$FILE"
      n=0
      while [ "$n" -lt "$NOISE" ]; do echo "noise ${join(" ", [for _ in range(19) : "noise"])} $n"; n=$((n + 1)); done
      if [ "$FAIL" = leak ]; then echo "The provider says $GOOGLE_CREDENTIALS and $TF_VAR_flag_shed" >&2; fi
      if [ -n "$FAIL" ]; then echo "$FAIL" >&2; exit 3; fi
      if [ "$SLOW" -gt 0 ]; then exec sleep $((SLOW / 1000)); fi
    E
  }

  provisioner "local-exec" {
    when        = destroy
    environment = { FILE = "${self.input.cloud}/${self.input.name}" }
    command     = "rm -f \"$FILE\""
  }
}

resource "terraform_data" "key" {
  count = var.keys
  input = { cloud = var.cloud, name = "terraform_data.key-${count.index}" }

  provisioner "local-exec" {
    environment = { FILE = "${var.cloud}/terraform_data.key-${count.index}" }
    command     = ": > \"$FILE\""
  }

  provisioner "local-exec" {
    when        = destroy
    environment = { FILE = "${self.input.cloud}/${self.input.name}" }
    command     = "rm -f \"$FILE\""
  }
}

resource "terraform_data" "note" {
  input = var.note
}

output "note" {
  value = terraform_data.note.output
}

output "flag" {
  value = nonsensitive(var.flag_shed)
}

output "credentials" {
  sensitive = true
  value     = [{ label = "Password", value = "open sesame 4711", secret = true }]
}

output "revocable" {
  value = [for n in range(var.keys) : "terraform_data.key[${n}]"]
}
