# What a proof leaves in the tests' own cloud: it is given no variables, so the folder stands in the credentials of the account.
resource "terraform_data" "stray" {
  provisioner "local-exec" {
    interpreter = ["node", "-e"]
    command     = <<-E
      const { folder } = JSON.parse(process.env.GOOGLE_CREDENTIALS)
      require('node:fs').writeFileSync(require('node:path').join(folder, 'folder_thing.stray-1'), '')
    E
  }
}
